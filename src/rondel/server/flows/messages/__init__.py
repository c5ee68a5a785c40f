"""Turn notifications and their preferences."""
