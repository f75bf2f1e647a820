"""Tests of the start: what the machine lacks, and refusals at login."""
