"""Kernels in Python that numba compiles. Their launches are those of launches.py where a kernel of that name is there."""
import math

import numpy as np
from numba import complex64, cuda, float32, float64, int32, int64, uint8, uint32
from numba.cuda import libdevice

from cases import Buffer, Case
import launches

KERNELS = {}
DEBUGGED = ("softmax", "histogram", "local_arrays")  # compiled for debugging, too


def kernel(signature, launch):
    """Registers a kernel with its signature and the function that gives its Case."""
    def register(function):
        KERNELS[function.__name__] = (function, signature, launch)
        return function
    return register


def with_shapes(case, *shapes):
    """The buffers of a launch as arrays of these shapes, without its scalars."""
    buffers = [argument for argument in case.arguments if isinstance(argument, Buffer)]
    for buffer, shape in zip(buffers, shapes, strict=True):
        for name in ("before", "after"):
            array = getattr(buffer, name)
            if array is not None:
                setattr(buffer, name, array.reshape(shape))
    case.arguments = buffers
    return case


@kernel((float32[:, ::1], float32[:, ::1]), lambda: with_shapes(launches.transpose(), (70, 40), (40, 70)))
def transpose(out, array):
    tile = cuda.shared.array((32, 33), float32)
    thread_x, thread_y = cuda.threadIdx.x, cuda.threadIdx.y
    column, row = cuda.blockIdx.x * 32 + thread_x, cuda.blockIdx.y * 32 + thread_y
    for step in range(0, 32, 8):
        if row + step < array.shape[0] and column < array.shape[1]:
            tile[thread_y + step, thread_x] = array[row + step, column]
    cuda.syncthreads()
    column, row = cuda.blockIdx.y * 32 + thread_x, cuda.blockIdx.x * 32 + thread_y
    for step in range(0, 32, 8):
        if row + step < out.shape[0] and column < out.shape[1]:
            out[row + step, column] = tile[thread_x, thread_y + step]


@launches.seeded
def product():
    a, b = launches.quarters(20, 37, size=8), launches.quarters(37, 24, size=8)
    return Case((2, 2), (16, 16), [Buffer(after=a @ b), Buffer(a.astype(np.float32)), Buffer(b.astype(np.float32))])


@kernel((float64[:, :], float32[:, :], float32[:, :]), product)
def matmul(c, a, b):
    tile_a = cuda.shared.array((16, 16), float32)
    tile_b = cuda.shared.array((16, 17), float32)
    column, row = cuda.grid(2)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    total = 0.0
    for start in range(0, a.shape[1], 16):
        tile_a[y, x] = a[row, start + x] if row < a.shape[0] and start + x < a.shape[1] else 0
        tile_b[y, x] = b[start + y, column] if start + y < b.shape[0] and column < b.shape[1] else 0
        cuda.syncthreads()
        for i in range(16):
            total += tile_a[y, i] * tile_b[i, x]
        cuda.syncthreads()
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = total


@kernel((float32[:, ::1], float32[:, ::1]), lambda: with_shapes(launches.softmax(), (3, 100), (3, 100)))
def softmax(out, rows):
    shared = cuda.shared.array(128, float32)
    thread, row = cuda.threadIdx.x, cuda.blockIdx.x
    inside = thread < rows.shape[1]
    value = rows[row, thread] if inside else float32(-math.inf)
    shared[thread] = value
    cuda.syncthreads()
    step = 64
    while step > 0:
        if thread < step:
            shared[thread] = max(shared[thread], shared[thread + step])
        cuda.syncthreads()
        step //= 2
    power = libdevice.fast_expf(value - shared[0])
    cuda.syncthreads()
    shared[thread] = power
    cuda.syncthreads()
    step = 64
    while step > 0:
        if thread < step:
            shared[thread] += shared[thread + step]
        cuda.syncthreads()
        step //= 2
    if inside:
        out[row, thread] = power / shared[0]


@kernel((int32[::1], int32[::1]), lambda: with_shapes(launches.reduction(), 3, 900))
def reduction(result, array):
    thread = cuda.threadIdx.x
    total, largest, odd = int32(0), int32(-2147483648), int32(0)
    for i in range(cuda.grid(1), array.size, cuda.gridsize(1)):
        total += array[i]
        largest = max(largest, array[i])
        odd += array[i] & 1
    step = 16
    while step > 0:
        total += cuda.shfl_down_sync(0xffffffff, total, step)
        largest = max(largest, cuda.shfl_xor_sync(0xffffffff, largest, step))
        step //= 2
    ones = 0
    for bit in range(3):
        ones += cuda.popc(cuda.ballot_sync(0xffffffff, (odd >> bit) & 1 != 0)) << bit
    if thread % 32 == 0:
        cuda.atomic.add(result, 0, total)
        cuda.atomic.max(result, 1, largest)
        cuda.atomic.add(result, 2, ones)


@kernel((uint32[:], float64[:], uint8[:]), lambda: with_shapes(launches.histogram(), 256, 4, 700))
def histogram(bins, sums, array):
    of_block = cuda.shared.array(256, uint32)
    for bin in range(cuda.threadIdx.x, 256, cuda.blockDim.x):
        of_block[bin] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), array.size, cuda.gridsize(1)):
        cuda.atomic.add(of_block, array[i], 1)
        cuda.atomic.add(sums, array[i] % 4, float64(array[i]))
    cuda.syncthreads()
    for bin in range(cuda.threadIdx.x, 256, cuda.blockDim.x):
        if of_block[bin] != 0:
            cuda.atomic.add(bins, bin, of_block[bin])


WEIGHTS = np.array([0.5, 0.125, 0.125, 0.0625, 0.1875], np.float32)


@kernel((float32[:, :], float32[:, :]), lambda: with_shapes(launches.stencil(), (20, 35), (20, 35)))
def stencil(out, field):
    weight = cuda.const.array_like(WEIGHTS)
    column, row = cuda.grid(2)
    rows, columns = field.shape
    if row >= rows or column >= columns:
        return
    if row in (0, rows - 1) or column in (0, columns - 1):
        out[row, column] = field[row, column]
    else:
        out[row, column] = (weight[0] * field[row, column] + weight[1] * field[row, column - 1] + weight[2] * field[row, column + 1] +
                            weight[3] * field[row - 1, column] + weight[4] * field[row + 1, column])


@kernel((int32[:], float64[:]), lambda: Case((1,), (8,), [
    Buffer(np.array([1, -2, 3, -40, 5, -600, 7, 8], np.int32)), Buffer(np.arange(8) * 1.25 - 3)],
    printed="thread 3 has -40 0.750000 True\nthread 5 has -600 3.250000 False\n", origin="C's %d and %f"))
def printing(numbers, halves):
    i = cuda.threadIdx.x
    if i == 3 or i == 5:
        print("thread", i, "has", numbers[i], halves[i], i == 3)


@kernel((int32[:, ::1], int32[::1], int32[:, ::1], uint8[::1]),
        lambda: with_shapes(launches.local_arrays(), (40, 8), 40, (40, 8), 8))
def local_arrays(ordered, chosen, array, choice):
    thread = cuda.grid(1)
    own = cuda.local.array(8, int32)
    places = cuda.local.array(8, uint8)
    for i in range(8):
        places[i] = choice[(thread + i) % 8]
        value, place = array[thread, i], i
        while place > 0 and own[place - 1] > value:
            own[place] = own[place - 1]
            place -= 1
        own[place] = value
    for i in range(8):
        ordered[thread, i] = own[i]
    chosen[thread] = own[places[own[0] & 7]]


@cuda.jit(device=True, inline="never")
def next_of(value, seed):
    """A value that is no real number, and a structure of results."""
    return value * value + complex(seed % 4, -(seed % 4)) / 4, (seed * 5 + 1) % 16, seed > 7


def sequence(start):
    value, seed, large = 0.5j, start, 0
    for _ in range(4):
        value, seed, is_large = value * value + complex(seed % 4, -(seed % 4)) / 4, (seed * 5 + 1) % 16, seed > 7
        large += is_large
    return value, large


@kernel((complex64[:], int64[:]), lambda: Case((1,), (32,), [
    Buffer(after=np.array([[sequence(i)[0].real, sequence(i)[0].imag] for i in range(32)], np.float32), is_complex=True),
    Buffer(after=np.array([sequence(i)[1] for i in range(32)]))], origin="Python's numbers; multiples of 1/2^16, exact"))
def functions(out, counts):
    i = cuda.grid(1)
    value, seed, large = 0.5j, i, 0
    for _ in range(4):
        value, seed, is_large = next_of(value, seed)
        large += is_large
    out[i] = value
    counts[i] = large


@kernel((float64[:, ::1], uint8[:, ::1], uint8[:, ::1]),
        lambda: with_shapes(launches.dynamic_shared(), (2, 80), (2, 80), (2, 80)))
def dynamic_shared(sums, turned, array):
    i, n, block = cuda.threadIdx.x, cuda.blockDim.x, cuda.blockIdx.x
    running = cuda.shared.array(0, float64)
    raw = cuda.shared.array(0, uint8)[n * 8:]
    running[i] = array[block, i] * 0.5
    raw[i] = array[block, i]
    cuda.syncthreads()
    step = 1
    while step < n:
        before = running[i - step] if i >= step else 0.0
        cuda.syncthreads()
        running[i] += before
        cuda.syncthreads()
        step *= 2
    sums[block, i] = running[i]
    turned[block, i] = raw[n - 1 - i]
