"""An answer as a memo, to be taken away: Markdown, a Word document, a workbook, or JSON."""
