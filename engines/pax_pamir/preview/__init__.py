"""What a choice would lead to, told before it is made."""
