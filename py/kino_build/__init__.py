"""What runs where the site is built."""
