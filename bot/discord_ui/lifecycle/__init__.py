"""Seats that change hands, notices, votes, and tables that lost their channel."""
