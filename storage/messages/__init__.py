"""Rows about Discord: messages still to be sent, posted messages, handled interactions, published commands."""
