"""%%bankloom: a cell of CUDA C++, with its picture, its table and its faults below it."""

import os
import re
import sys
import tempfile

from bankloom._picture import USUAL, Picture
from bankloom._program import Error, flags, run

# Options of `bankloom analyze`; all others belong to the picture alone.
_OF_BOTH = ("--set", "--machine", "--include", "--nvcc", "--build", "--launch", "--time-limit", "--whole")
_WITHOUT_VALUE = ("--whole", "--no-caption", "--naive-count")


def _divided(words):
    """The words for analysis and picture, and those for the picture alone."""
    both, alone = [], []
    words = list(words)
    while words:
        word = words.pop(0)
        part = both if word.partition("=")[0] in _OF_BOTH else alone
        part.append(word)
        if word.startswith("--") and "=" not in word and word not in _WITHOUT_VALUE and words:
            part.append(words.pop(0))
    return both, alone


def run_cell(line, cell):
    """%%bankloom [--html] [OPTIONS]: draws and analyses the kernel of the cell, without a GPU.

    OPTIONS are those of `bankloom export` (--set NAME=VALUE, --compare, --machine, --size, --view ...).
    --html shows the page that plays the steps. A cell with a main() is run as a program; --launch N draws one of
    its launches.
    """
    import shlex

    from IPython.display import display

    words = shlex.split(line)
    html = "--html" in words
    both, alone = _divided([word for word in words if word != "--html"])
    folder = tempfile.TemporaryDirectory(prefix="bankloom-")
    with open(os.path.join(folder.name, "cell.cu"), "w", encoding="utf-8") as file:
        file.write(cell)
    is_program = re.search(r"\bmain\s*\(", cell) and not any(word.startswith("--launch") for word in both)
    try:
        done = run("run" if is_program else "analyze", "cell.cu", *both, folder=folder.name)
        if not is_program:
            alone += flags({name: value for name, value in USUAL.items() if f"--{name}" not in " ".join(alone)})
            display(Picture(["cell.cu", *both, *alone], folder, html))
        print(done.stdout, end="")
        if done.stderr:
            print(done.stderr, end="", file=sys.stderr)
    except Error as error:
        print(error, file=sys.stderr)
