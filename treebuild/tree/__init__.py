"""Trees: growing, replaying, comparing and playing them. This room knows no search."""
