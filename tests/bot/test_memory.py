"""What the C library is told about large buffers."""

import platform

from bot.memory import give_back_large_buffers


def test_glibc_takes_the_settings() -> None:
    assert give_back_large_buffers() == (platform.libc_ver()[0] == "glibc")
