"""Pictures for notebooks."""

import os

from bankloom._program import flags, run


# The focus view has nothing to click.
USUAL = {"view": "focus", "size": "1280x720"}


class Picture:
    """A picture, or a page that plays the steps, as the program draws it; `text` is the analysis."""

    def __init__(self, arguments, folder=None, html=False, text=""):
        self._arguments = list(arguments)
        self._folder = folder
        self.text = text
        self._shown = self._file(".html" if html else ".png")
        self._is_page = html

    def _file(self, ending):
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "picture" + ending)
            run("export", *self._arguments, "--out", path, folder=self._folder and self._folder.name)
            with open(path, "rb") as file:
                return file.read()

    def __repr__(self):
        return f"<picture of {self._arguments[0]}; save(path) writes it to a file>"

    def save(self, path):
        """Writes the picture; the ending says what it becomes: .png, .svg, .pdf, .html, .gif, .mp4 ..."""
        path = os.path.abspath(path)
        run("export", *self._arguments, "--out", path, folder=self._folder and self._folder.name)
        return path

    def _repr_mimebundle_(self, include=None, exclude=None):
        if not self._is_page:
            return {"image/png": self._shown, "text/plain": self.text or repr(self)}
        import html

        page = html.escape(self._shown.decode(), quote=True)
        frame = f'<iframe srcdoc="{page}" style="width:100%;height:640px;border:0" title="bankloom"></iframe>'
        return {"text/html": frame, "text/plain": self.text or repr(self)}


def show(scene, html=False, **options):
    """A picture of a scene: a kernel's name as "square/setRowReadCol", a file's, or a scene's line.

    `html=True`: a page that plays the steps. All other options are those of `bankloom export`:
    show("square/setRowReadCol", set=["IPAD=1"], theme="light", view="tile+banks"). Raises Error.
    """
    return Picture([scene, *flags({**USUAL, **options})], html=html)
