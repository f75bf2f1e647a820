"""The model served at Discord's own routes: REST API, gateway and files, with faults on demand."""
