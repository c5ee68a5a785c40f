"""Use cases, one module per subject; each checks permissions and calls ports and rooms."""
