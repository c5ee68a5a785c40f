"""How games travel: codec, frames, padding, patches, transcripts, proofs, and the registry of games."""
