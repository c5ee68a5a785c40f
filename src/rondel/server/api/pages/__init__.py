"""Static files of the web client, branding and link previews."""
