/** Copy a citation as text, Markdown or JSON, and the marked region as a picture. */
