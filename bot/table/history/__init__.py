"""Past decisions and finished games: log, timeline, summaries, results, reports."""
