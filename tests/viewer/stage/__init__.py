"""A Streamlit app of the two components over made-up data, for the browser tests."""
