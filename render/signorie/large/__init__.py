"""Parts of the overview drawn again larger: for everybody, or private with the numbers of options."""
