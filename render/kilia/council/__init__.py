"""The council overview and its parts."""
