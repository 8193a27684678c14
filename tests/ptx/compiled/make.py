#!/usr/bin/env python3
"""Compiles the kernels of this folder by other compilers than NVRTC, and writes their launches with the expected results.

    make.py cuda --clang CLANG++ [--cuda-of-clang FOLDER]   cuda/*/kernel.cu by nvcc (on PATH) and clang
    make.py numba                                            numba_kernels.py, with numba and numba-cuda
    make.py triton                                           triton_kernels.py, with triton

No GPU is needed. Each call rewrites its part of this folder and of versions.txt. clang reads headers and libdevice of a CUDA that
it knows: 12.4 for clang 19.
"""
import argparse
import os
import pathlib
import re
import subprocess
import types

import cases
import launches

FOLDER = pathlib.Path(__file__).resolve().parent


def entry_of(ptx):
    """The name of the only kernel of a module."""
    (name,) = re.findall(r"^\s*(?:\.visible\s+)?\.entry\s+([\w$]+)", ptx, re.MULTILINE)
    return name


def note_versions(**versions):
    """Keeps a line "COMPILER VERSION" for each compiler."""
    path = FOLDER / "versions.txt"
    known = dict(line.split(" ", 1) for line in path.read_text().splitlines()) if path.exists() else {}
    path.write_text("".join(f"{name} {version}\n" for name, version in sorted((known | versions).items())))


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=FOLDER).stdout


def tidy(ptx):
    """Without the folders of the machine it was made on."""
    return re.sub(r'(^\s*\.file\s+\d+\s+")[^"]*/', r"\1", ptx, flags=re.MULTILINE)


def make_cuda(options):
    nvcc = ["nvcc", "-ptx", "-arch=sm_90"]
    clang = [options.clang, "-x", "cuda", "--cuda-device-only", "-S", "-O3", "--cuda-gpu-arch=sm_90",
             "-Wno-unknown-cuda-version", f"--cuda-path={options.cuda_of_clang}"]
    compilers = {"nvcc": [*nvcc, "-O3", "-lineinfo"], "nvcc_debug": [*nvcc, "-G"], "clang": clang}
    for launch in launches.KERNELS:
        folder = FOLDER / "cuda" / launch.__name__
        for name, command in compilers.items():
            path = folder / f"{name}.ptx"
            output(*command, f"cuda/{launch.__name__}/kernel.cu", "-o", path)
            path.write_text(tidy(path.read_text()))
        cases.write(folder / "launch.json", launch.__name__, launch())
    note_versions(nvcc=re.findall(r"V\d+\.\d+\.\d+", output("nvcc", "--version"))[0],
                  clang=output(options.clang, "--version").splitlines()[0])


def numba_arguments(case):
    """An array is handed over as meminfo, parent, elements, bytes of one, data, extents, strides."""
    import numpy as np
    arguments = []
    for argument in case.arguments:
        array, item = argument.array, argument.array.itemsize
        shape, strides = array.shape, array.strides
        if argument.is_complex:
            shape, strides, item = shape[:-1], strides[:-1], 2 * item
        numbers = [0, 0, int(np.prod(shape)), item, argument, *shape, *strides]
        arguments += [number if number is argument else np.int64(number) for number in numbers]
    case.arguments = arguments
    return case


def make_numba(_):
    import numba
    import numba_cuda
    from numba import cuda
    from numba.cuda import dispatcher
    import numba_kernels

    # A device function is compiled for the device at hand: here for none.
    dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=(9, 0))
    def make(name, variant, **options):
        function, signature, launch = numba_kernels.KERNELS[name]
        ptx, _ = cuda.compile_ptx(function, signature, cc=(9, 0), **options)
        folder = FOLDER / "numba" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{variant}.ptx").write_text(tidy(ptx.rstrip("\0")))
        cases.write(folder / f"{variant}.json", entry_of(ptx), numba_arguments(launch()))

    for name in numba_kernels.KERNELS:
        make(name, "numba")
    for name in numba_kernels.DEBUGGED:
        make(name, "numba_debug", debug=True, opt=False)
    note_versions(numba=numba.__version__, numba_cuda=numba_cuda.__version__)


def make_triton(_):
    import triton
    import triton_kernels

    for name, (source, launches_of) in triton_kernels.KERNELS.items():
        for architecture, launch in launches_of.items():
            target = triton.backends.compiler.GPUTarget("cuda", architecture, 32)
            compiled = triton.compile(source(), target=target, options={"num_warps": 4})
            folder = FOLDER / "triton" / name
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"sm_{architecture}.ptx"
            path.write_text(tidy(compiled.asm["ptx"]))
            cases.write(path.with_suffix(".json"), entry_of(compiled.asm["ptx"]),
                        triton_kernels.completed(launch(), compiled.metadata))
    note_versions(triton=triton.__version__)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("compiler", choices=("cuda", "numba", "triton"))
    parser.add_argument("--clang", default="clang++")
    parser.add_argument("--cuda-of-clang", default=os.environ.get("CUDA_HOME", "/usr/local/cuda"))
    options = parser.parse_args()
    {"cuda": make_cuda, "numba": make_numba, "triton": make_triton}[options.compiler](options)


if __name__ == "__main__":
    main()
