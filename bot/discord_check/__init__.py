"""`teban check`: compare the real Discord with what the bot expects of it, probe by probe.

Probes are data (`probes`), expectations follow the fake Discord server's `Quirks`, and the recording that a check
writes is replayed on that server by a test.
"""
