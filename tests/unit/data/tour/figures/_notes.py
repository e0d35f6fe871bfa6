"""A file that is no figure: its name begins with a line. Kino does not read it."""

raise RuntimeError("read all the same")
