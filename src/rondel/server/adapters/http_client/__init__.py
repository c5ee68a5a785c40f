"""Outgoing HTTP: webhooks, Web Push and OpenID Connect, with a guard against internal addresses."""
