"""The model behind Discord's own addresses: REST, gateway, files, and its faults on demand."""
