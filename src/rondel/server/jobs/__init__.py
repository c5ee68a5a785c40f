"""Background loops of a node, one module each."""
