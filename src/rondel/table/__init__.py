"""One table: deciding, folding, due deadlines, taking back; the same for server, terminal and laws."""
