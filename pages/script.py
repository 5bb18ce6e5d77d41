"""The script that Streamlit runs for each session, again and again. Everything else is an imported module."""

from pages import shell

shell.draw()
