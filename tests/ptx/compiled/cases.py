"""A kernel's launch with what it must compute, and how it is written for the test (tests/ptx/ptx_cases_test.cpp)."""
import dataclasses
import json

import numpy as np

TYPES = {"int8": "i8", "uint8": "u8", "int16": "i16", "uint16": "u16", "int32": "i32", "uint32": "u32", "int64": "i64",
         "uint64": "u64", "float16": "f16", "float32": "f32", "float64": "f64"}


@dataclasses.dataclass
class Buffer:
    """An array of the kernel: `before` it (None: zeros), `after` it (None: only read). A floating-point value may be `ulp` units
    in the last place away; 0: equal. Complex numbers are pairs, the last extent."""
    before: np.ndarray | None = None
    after: np.ndarray | None = None
    ulp: int = 0
    is_complex: bool = False

    @property
    def array(self):
        return self.before if self.before is not None else self.after


@dataclasses.dataclass
class Case:
    """Arguments are Buffers and numpy scalars; an array that is no Buffer is a structure by value."""
    grid: tuple
    block: tuple
    arguments: list
    dynamic_shared: int = 0
    printed: str | None = None
    error: str | None = None  # why it is refused; then nothing else is expected
    origin: str = "numpy, exact"


def value(number):
    """As JSON and as the notation of arguments have it: whole numbers, or the shortest decimal of its type."""
    return int(number) if np.issubdtype(type(number), np.integer) else float(str(number))


def texts(array):
    return ",".join(str(value(number)) for number in array.ravel())


def specification(argument):
    if isinstance(argument, Buffer):
        name = TYPES[argument.array.dtype.name]
        if argument.before is None:
            return f"out:{name}:{argument.after.size}"
        return f"{'in' if argument.after is None else 'inout'}:{name}:{texts(argument.before)}"
    return f"{TYPES[argument.dtype.name]}:{texts(np.asarray(argument))}"


def expected_buffer(position, buffer):
    result = {"arg": position, "values": [value(number) for number in buffer.after.ravel()]}
    if buffer.ulp:
        result["ulp"] = buffer.ulp
    return result


def expectation(case):
    if case.error is not None:
        return {"error": case.error}
    expect = {"buffers": [expected_buffer(i, argument) for i, argument in enumerate(case.arguments)
                          if isinstance(argument, Buffer) and argument.after is not None], "faults": []}
    if case.printed is not None:
        expect["printed"] = case.printed
    return expect


def write(path, entry, case):
    """The .json of a case, a line a member."""
    members = {"entry": entry, "grid": list(case.grid), "block": list(case.block), "dynamic_shared": case.dynamic_shared,
               "args": [specification(argument) for argument in case.arguments], "expect": expectation(case), "source": case.origin}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(content)}" for name, content in members.items())
    path.write_text("{\n" + lines + "\n}\n")
