"""A message as plain data: texts, controls, pictures; what Discord's limits allow."""
