"""Draws what a numba kernel's own PTX does with given arrays.

numba compiles the kernel (the package numba-cuda with NVVM, without a GPU); the program executes the PTX. An array is
passed as numba does: two pointers that kernels do not use, the number of elements, their size, the data, and along
each axis the extent and the stride in bytes.

Not supported: arrays of structures and of complex numbers, tuples, and what is no array or number.
"""

import math
import os
import re
import tempfile

from bankloom._picture import USUAL, Picture
from bankloom._program import Error, flags, run

_TYPES = {"f2": "f16", "f4": "f32", "f8": "f64", "i1": "i8", "i2": "i16", "i4": "i32", "i8": "i64",
          "u1": "u8", "u2": "u16", "u4": "u32", "u8": "u64", "b1": "u8"}


def _extent(size):
    values = tuple(size) if isinstance(size, (tuple, list)) else (size,)
    return ",".join(str(int(value)) for value in values)


def _type_of(value, what):
    name = _TYPES.get(value.dtype.str[1:])
    if name is None:
        raise Error(f"{what} has elements of the type {value.dtype}, which cannot be passed; numbers can")
    return name


class _Arguments:
    """The arguments as numba passes them, in the program's notation, and names for the PTX's parameters."""

    def __init__(self, folder):
        self.folder = folder
        self.words, self.names, self.arrays = [], [], []

    def add(self, name, value):
        import numpy

        if not isinstance(value, numpy.ndarray):
            self.add_number(name, numpy.asarray(value))
            return
        kind = _type_of(value, name)
        if value.size == 0:
            raise Error(f"{name} has no elements")
        if not (value.flags.c_contiguous or value.flags.f_contiguous):
            raise Error(f"{name} is a view with gaps; pass a copy: numpy.ascontiguousarray({name})")
        file = f"{len(self.arrays)}.bin"
        with open(os.path.join(self.folder, file), "wb") as out:
            out.write(value.tobytes(order="A"))
        mode = "inout" if value.flags.writeable else "in"
        for part, word in [("meminfo", "u64:0"), ("parent", "u64:0"), ("items", f"u64:{value.size}"),
                           ("itemsize", f"u64:{value.itemsize}"), ("", f"{mode}:{kind}:@{file}"),
                           *((f"shape{axis}", f"u64:{extent}") for axis, extent in enumerate(value.shape)),
                           *((f"stride{axis}", f"u64:{step}") for axis, step in enumerate(value.strides))]:
            self.names.append(f"{name}_{part}" if part else name)
            self.words.append(word)
        self.arrays.append((len(self.words) - value.ndim * 2 - 1, value))

    def matrices(self):
        """Names and arrays of those that lie row by row in two axes."""
        return [(self.names[place], array) for place, array in self.arrays
                if array.ndim == 2 and array.flags.c_contiguous]

    def add_number(self, name, value):
        if value.ndim:
            raise Error(f"{name} is neither an array of numpy nor a number")
        self.words.append(f"{_type_of(value, name)}:{value.item() + 0}")
        self.names.append(name)


def _compiled(kernel, arrays, architecture):
    import numba as compiler
    from numba import cuda

    function = getattr(kernel, "py_func", kernel)
    signature = tuple(compiler.typeof(value) for value in arrays)
    ptx, result = cuda.compile_ptx(function, signature, cc=architecture)
    if result != compiler.types.none:
        raise Error(f"{function.__name__} returns a value; kernels return nothing")
    return function, ptx


def _shared_arrays(function):
    """Names, shapes and elements of the arrays that the kernel's text makes by cuda.shared.array(), in their order.

    PTX says their bytes alone. What is no constant of the text or of its module is left out.
    """
    import ast
    import inspect
    import textwrap

    import numpy

    try:
        text = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return []
    known = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
    found = []
    for node in ast.walk(text):
        if not isinstance(node, ast.Assign) or not ast.unparse(node.value).partition("(")[0].endswith("shared.array"):
            continue
        given = {word.arg: word.value for word in node.value.keywords}
        given.update(zip(("shape", "dtype"), node.value.args))
        try:
            shape, kind = (eval(ast.unparse(given[name]), known) for name in ("shape", "dtype"))
            kind = numpy.dtype(str(kind))
        except Exception:  # of the learner's expressions
            continue
        if kind.str[1:] in _TYPES:
            found.append((node.targets[0].id, shape if isinstance(shape, tuple) else (shape,), kind))
    return found


def _readable(function, ptx, arguments):
    """The PTX with the names of the kernel, its parameters and its shared arrays, and these arrays' shapes."""
    mangled = re.search(r"\.entry\s+(\w+)\s*\(", ptx)[1]
    ptx = re.sub(rf"\b{mangled}_param_(\d+)\b", lambda found: arguments.names[int(found[1])], ptx)
    ptx = re.sub(rf"\b{mangled}\b", function.__name__, ptx)
    # numba's global for its own environment is not used on a device.
    ptx = re.sub(r"^\.common .*_ZN08NumbaEnv.*\n", "", ptx, flags=re.MULTILINE)
    declared = re.findall(r"\.shared[^;]*?\.b8\s+(\w+)\[(\d+)\]", ptx)
    arrays = _shared_arrays(function)
    if [int(size) for _, size in declared] != [math.prod(shape) * kind.itemsize for _, shape, kind in arrays]:
        return ptx
    for (name, size), (wanted, shape, kind) in zip(declared, arrays):
        extents = "".join(f"[{extent}]" for extent in shape)
        ptx = ptx.replace(f".b8 {name}[{size}]", f".{_TYPES[kind.str[1:]].replace('i', 's')} {name}{extents}")
        if not re.search(rf"\b{wanted}\b", ptx):
            ptx = re.sub(rf"\b{name}\b", wanted, ptx)
    return ptx


def numba(kernel, grid, block, *arrays, dynamic_shared=0, html=False, architecture=(9, 0), **options):
    """Runs a numba kernel on the emulator with these arguments and draws it; the arrays then hold what it wrote.

    `kernel` is a function with or without @cuda.jit, `grid` and `block` are numbers or tuples as in
    kernel[grid, block](*arrays). All other options are those of `bankloom export`. `text` of the result is the
    analysis, with faults. Raises Error, and numba's own errors.
    """
    import inspect
    import json

    folder = tempfile.TemporaryDirectory(prefix="bankloom-")
    function, ptx = _compiled(kernel, arrays, architecture)
    arguments = _Arguments(folder.name)
    for name, value in zip(inspect.signature(function).parameters, arrays):
        arguments.add(name, value)
    file = function.__name__ + ".ptx"
    shape = [f"dim3({_extent(grid)})", f"dim3({_extent(block)})", str(int(dynamic_shared))]
    with open(os.path.join(folder.name, file), "w", encoding="utf-8") as out:
        out.write(f"// launch: {function.__name__}<<<{', '.join(shape)}>>>({' '.join(arguments.words)})\n")
        for name, array in arguments.matrices():
            out.write(f"// {name}: {_type_of(array, name)}[{array.shape[0]}][{array.shape[1]}]\n")
        out.write(_readable(function, ptx, arguments))
    done = run("analyze", file, folder=folder.name)
    text = done.stdout + done.stderr
    picture = Picture([file, *flags({**USUAL, **options})], folder, html, text)
    done = run("emulate", file, "--grid", _extent(grid), "--block", _extent(block), "--dynamic-shared",
               int(dynamic_shared), "--format", "json", *(f"--arg={word}" for word in arguments.words),
               folder=folder.name)
    _write_back(json.loads(done.stdout)["buffers"], arguments.arrays)
    return picture


def _write_back(buffers, arrays):
    import numpy

    written = {buffer["arg"]: buffer for buffer in buffers}
    for place, array in arrays:
        if not array.flags.writeable:
            continue
        bits = numpy.array([int(word, 16) for word in written[place]["bits"]], dtype=f"<u{array.itemsize}")
        order = "C" if array.flags.c_contiguous else "F"
        array[...] = bits.view(array.dtype).reshape(array.shape, order=order)
