"""Trees: growing, replaying, comparing and playing them. This folder knows no search."""
