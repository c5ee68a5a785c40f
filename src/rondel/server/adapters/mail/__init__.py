"""Email delivery: SMTP, and an in-memory mailer for tests and development."""
