"""What every request passes: authentication, rate limits, errors, padding and send queues."""
