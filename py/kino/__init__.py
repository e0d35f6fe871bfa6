"""What runs in both worlds: in the reader's browser and in the builder. No files, no network, no page."""
