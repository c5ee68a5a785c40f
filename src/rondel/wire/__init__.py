"""How games travel: bytes to nouns and back, transcripts, and the shelf games are found on."""
