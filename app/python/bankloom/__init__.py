"""bankloom in Python: pictures, tables and faults of CUDA kernels, computed on the processor.

    import bankloom
    bankloom.show("square/setRowReadCol", set="IPAD=1")

    %load_ext bankloom            # then cells that begin with %%bankloom hold CUDA C++

    bankloom.numba(kernel, grid, block, *arrays)

Nothing here needs a GPU. What is imported is small, because the command `bankloom` begins here, too.
"""

_PLACES = {"show": "_picture", "Picture": "_picture", "numba": "_numba_kernel", "program": "_program", "Error": "_program"}


def __getattr__(name):
    if name not in _PLACES:
        raise AttributeError(f"module 'bankloom' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f"bankloom.{_PLACES[name]}"), name)


def __dir__():
    return [*globals(), *_PLACES]


def load_ipython_extension(shell):
    """Makes `%%bankloom` known to IPython."""
    from bankloom._cell import run_cell

    shell.register_magic_function(run_cell, "cell", "bankloom")
