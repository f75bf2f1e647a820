"""What the tables have to say goes out to Discord."""
