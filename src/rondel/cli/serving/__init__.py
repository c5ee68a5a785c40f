"""Server processes: start, supervise and restart them."""
