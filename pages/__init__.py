"""Streamlit pages: thin, they call and draw."""
