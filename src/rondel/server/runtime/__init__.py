"""The process without games: clock, logs, metrics, traces, watchdog and token buckets."""
