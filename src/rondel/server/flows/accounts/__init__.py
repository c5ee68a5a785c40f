"""Accounts: guests, sign-in, passkeys, registration, reports and moderation."""
