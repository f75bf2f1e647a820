"""Tests of panels: their content, and when they are updated."""
