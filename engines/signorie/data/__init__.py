"""The facts printed on the components, and their types."""
