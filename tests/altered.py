"""A host that hands out files of which one byte was changed, and lets browsers keep them for a year."""


class Altered:
    """Changes files on their way out of a StaticServer; those on the disk stay as they are."""

    def __init__(self, server):
        self.server = server

    def change(self, path):
        """Hand out the file with its middle byte changed, from now on."""
        content = bytearray((self.server.folder / path).read_bytes())
        content[len(content) // 2] ^= 1

        def answer(request):
            request.send_response(200)
            request.send_header("Content-Length", str(len(content)))
            request.send_header("Cache-Control", "max-age=31536000, immutable")
            request.end_headers()
            request.wfile.write(content)

        self.server.routes["/" + path] = answer

    def mend(self):
        """Hand out every file as it is."""
        self.server.routes.clear()
