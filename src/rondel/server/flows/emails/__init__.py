"""Texts of emails, per language."""
