"""Every question that a rule puts in a test is checked in full (`Prompt.check`)."""

from engines.kernel import prompt

prompt.CHECKED = True
