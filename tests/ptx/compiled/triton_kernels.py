"""Kernels in Python that Triton compiles, each for the architectures that are named with it. Inputs and results as in launches.py."""
import numpy as np
import triton
import triton.language as tl
from triton.compiler import ASTSource

from cases import Buffer, Case
import launches

KERNELS = {}


def kernel(signature, launches_of, **constants):
    """Registers a kernel: the types of its arguments, by compute capability the function that gives its Case, its constants."""
    def register(function):
        compiled = triton.jit(function)
        types = dict(zip(compiled.arg_names, signature.split()))
        types |= {name: "constexpr" for name in constants}

        def source():
            return ASTSource(fn=compiled, signature=types, constexprs=constants)
        KERNELS[function.__name__] = (source, launches_of)
        return compiled
    return register


def completed(case, metadata):
    """With Triton's own block, shared memory, and its two pointers to scratch memory, which these kernels have none of."""
    case.block, case.dynamic_shared = (32 * metadata.num_warps,), metadata.shared
    case.arguments = [*case.arguments, np.int64(0), np.int64(0)]
    return case


def refused(error):
    return lambda: Case((1,), (128,), [], error=error, origin="left out by design")


def both(launch):
    return {80: launch, 90: launch}


def transposed():
    case = launches.transpose()
    case.grid = (2, 3)
    return case


@kernel("*fp32 *fp32 i32 i32", both(transposed), TILE=32)
def transpose(out, array, rows, columns, TILE: tl.constexpr):
    row = tl.program_id(0) * TILE + tl.arange(0, TILE)
    column = tl.program_id(1) * TILE + tl.arange(0, TILE)
    inside = (row[:, None] < rows) & (column[None, :] < columns)
    tile = tl.load(array + row[:, None] * columns + column[None, :], mask=inside)
    tl.store(out + column[:, None] * rows + row[None, :], tl.trans(tile), mask=tl.trans(inside))


@kernel("*fp32 *fp32 i32", both(launches.softmax), WIDTH=128)
def softmax(out, rows, columns, WIDTH: tl.constexpr):
    column = tl.arange(0, WIDTH)
    place = tl.program_id(0) * columns + column
    row = tl.load(rows + place, mask=column < columns, other=-float("inf"))
    power = tl.exp(row - tl.max(row, axis=0))
    tl.store(out + place, power / tl.sum(power, axis=0), mask=column < columns)


def product(a_type, b_type, c_type, size=8):
    """c = a b for 35 x 44 and 44 x 40, of quarters or whole numbers."""
    @launches.seeded
    def launch():
        scale = 4 if np.issubdtype(a_type, np.integer) else 1
        a = (launches.quarters(35, 44, size=size) * scale).astype(a_type)
        b = (launches.quarters(44, 40, size=size) * scale).astype(b_type)
        c = (a.astype(np.float64) @ b.astype(np.float64)).astype(c_type)
        return Case((2, 2), (128,), [Buffer(after=c), Buffer(a), Buffer(b), np.int32(35), np.int32(40), np.int32(44)])
    return launch


@triton.jit
def multiply(c, a, b, m, n, k, TILE: tl.constexpr, DEPTH: tl.constexpr, ZERO: tl.constexpr):
    row = tl.program_id(0) * TILE + tl.arange(0, TILE)
    column = tl.program_id(1) * TILE + tl.arange(0, TILE)
    inner = tl.arange(0, DEPTH)
    total = tl.full((TILE, TILE), 0, ZERO)
    for start in tl.range(0, k, DEPTH, num_stages=3):
        left = tl.load(a + row[:, None] * k + start + inner[None, :],
                       mask=(row[:, None] < m) & (start + inner[None, :] < k), other=0)
        right = tl.load(b + (start + inner[:, None]) * n + column[None, :],
                        mask=(start + inner[:, None] < k) & (column[None, :] < n), other=0)
        total = tl.dot(left, right, total)
    tl.store(c + row[:, None] * n + column[None, :], total, mask=(row[:, None] < m) & (column[None, :] < n))


@kernel("*fp32 *fp16 *fp16 i32 i32 i32", {
    80: product(np.float16, np.float16, np.float32),
    90: refused("'wgmma.fence.sync.aligned': matrix operations of warpgroups are not emulated")}, TILE=64, DEPTH=32)
def matmul(c, a, b, m, n, k, TILE: tl.constexpr, DEPTH: tl.constexpr):
    multiply(c, a, b, m, n, k, TILE, DEPTH, tl.float32)


@kernel("*fp16 *fp16 *fp16 i32 i32", {90: refused("tensor maps are not emulated")}, TILE=64)
def matmul_described(c, a, b, n, k, TILE: tl.constexpr):
    left = tl.make_tensor_descriptor(a, shape=[n, k], strides=[k, 1], block_shape=[TILE, TILE])
    right = tl.make_tensor_descriptor(b, shape=[k, n], strides=[n, 1], block_shape=[TILE, TILE])
    row, column = tl.program_id(0) * TILE, tl.program_id(1) * TILE
    total = tl.zeros((TILE, TILE), tl.float32)
    for start in range(0, k, TILE):
        total = tl.dot(left.load([row, start]), right.load([start, column]), total)
    place = c + (row + tl.arange(0, TILE))[:, None] * n + column + tl.arange(0, TILE)[None, :]
    tl.store(place, total.to(tl.float16))


@kernel("*fp32 *fp32 *fp32 i32 i32 i32", {80: product(np.float32, np.float32, np.float32)}, TILE=32, DEPTH=32)
def matmul_tf32(c, a, b, m, n, k, TILE: tl.constexpr, DEPTH: tl.constexpr):
    multiply(c, a, b, m, n, k, TILE, DEPTH, tl.float32)


@kernel("*i32 *i8 *i8 i32 i32 i32", {80: product(np.int8, np.int8, np.int32, size=127)}, TILE=32, DEPTH=32)
def matmul_int8(c, a, b, m, n, k, TILE: tl.constexpr, DEPTH: tl.constexpr):
    multiply(c, a, b, m, n, k, TILE, DEPTH, tl.int32)


@kernel("*i32 *i32 i32", both(launches.reduction), WIDTH=512)
def reduction(result, numbers, n, WIDTH: tl.constexpr):
    place = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    inside = place < n
    value = tl.load(numbers + place, mask=inside, other=0)
    tl.atomic_add(result, tl.sum(value))
    tl.atomic_max(result + 1, tl.max(tl.where(inside, value, -2147483648)))
    tl.atomic_add(result + 2, tl.sum(value & 1))


@kernel("*u32 *fp64 *u8 i32", {90: launches.histogram}, WIDTH=512)
def histogram(bins, sums, numbers, n, WIDTH: tl.constexpr):
    place = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    inside = place < n
    value = tl.load(numbers + place, mask=inside, other=0).to(tl.int32)
    count = tl.histogram(value, 256, mask=inside)
    tl.atomic_add(bins + tl.arange(0, 256), count.to(tl.uint32))
    tl.atomic_add(sums + value % 4, value.to(tl.float64), mask=inside)


@kernel("*fp32 *fp32 i32 i32", {90: launches.stencil}, WIDTH=64)
def stencil(out, field, rows, columns, WIDTH: tl.constexpr):
    for row in range(tl.program_id(1), rows, 2):
        column = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
        place = row * columns + column
        inside = column < columns
        inner = (row > 0) & (row < rows - 1) & (column > 0) & (column < columns - 1)
        centre = tl.load(field + place, mask=inside)
        sides = 0.125 * tl.load(field + place - 1, mask=inner) + 0.125 * tl.load(field + place + 1, mask=inner)
        ends = 0.0625 * tl.load(field + place - columns, mask=inner) + 0.1875 * tl.load(field + place + columns, mask=inner)
        tl.store(out + place, tl.where(inner, 0.5 * centre + sides + ends, centre), mask=inside)


@launches.seeded
def sorting():
    numbers = launches.quarters(4, 64, size=400).astype(np.float32)
    ordered = np.sort(numbers, axis=1)
    return Case((4,), (128,), [Buffer(after=ordered), Buffer(after=np.cumsum(ordered, axis=1, dtype=np.float64).astype(np.float32)),
                               Buffer(numbers)])


@kernel("*fp32 *fp32 *fp32", {90: sorting}, WIDTH=64)
def sort_and_scan(ordered, sums, numbers, WIDTH: tl.constexpr):
    place = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    row = tl.sort(tl.load(numbers + place))
    tl.store(ordered + place, row)
    tl.store(sums + place, tl.cumsum(row, axis=0))


def printed():
    numbers = np.array([1, -2, 3, -40], np.int32)
    return Case((2,), (128,), [Buffer(numbers)],
                printed="".join(f"pid ({pid}, 0, 0) idx () number: {numbers[pid]}\n" for pid in range(2) for _ in range(128)),
                origin="Triton's documentation of device_print")


@kernel("*i32", {90: printed})
def printing(numbers):
    tl.device_print("number", tl.load(numbers + tl.program_id(0)))
