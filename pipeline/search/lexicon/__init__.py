"""What analysts call things, and where filings print them: readable data (*.toml) and its reader."""
