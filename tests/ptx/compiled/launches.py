"""Launches and expected results of the kernels that several compilers have: from the kernel's description, never from a run."""
import functools

import numpy as np

from cases import Buffer, Case

RANDOM = None


def seeded(launch):
    """Lets a launch have the same numbers whichever others were made before."""
    @functools.wraps(launch)
    def start():
        global RANDOM
        RANDOM = np.random.Generator(np.random.PCG64(17))
        return launch()
    return start


def quarters(*shape, size=16):
    """Multiples of 1/4 in [-size/4, size/4]: small sums and products of them are exact in any order."""
    return RANDOM.integers(-size, size + 1, shape) / 4.0


@seeded
def transpose():
    matrix = quarters(40, 70).astype(np.float32)
    return Case((3, 2), (32, 8), [Buffer(after=matrix.T.copy()), Buffer(matrix), np.int32(40), np.int32(70)])


@seeded
def matmul():
    a = quarters(32, 48, size=8).astype(np.float16)
    b = quarters(48, 16, size=8).astype(np.float16)
    c = (a.astype(np.float64) @ b.astype(np.float64)).astype(np.float32)
    return Case((2, 2), (32,), [Buffer(after=c), Buffer(a), Buffer(b), np.int32(16), np.int32(48)])


def softmax_of(rows):
    powers = np.exp(rows.astype(np.float64) - rows.max(axis=1, keepdims=True))
    return (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)


@seeded
def softmax():
    rows = (quarters(3, 100, size=20) + RANDOM.integers(0, 97, (3, 100)) / 97).astype(np.float32)
    # 16: __expf is off by 2 + |1.16 x| units (CUDA C++ Programming Guide, "Intrinsic Functions"), |x| being up to 11.
    return Case((3,), (128,), [Buffer(after=softmax_of(rows), ulp=16), Buffer(rows), np.int32(100)],
                origin="numpy in float64")


@seeded
def reduction():
    numbers = RANDOM.integers(-100000, 100000, 900).astype(np.int32)
    after = np.array([numbers.sum(), numbers.max(), np.count_nonzero(numbers & 1)], np.int32)
    before = np.array([0, -2147483648, 0], np.int32)
    return Case((2,), (256,), [Buffer(before, after), Buffer(numbers), np.int32(900)])


@seeded
def histogram():
    numbers = (RANDOM.integers(0, 256, 700) // RANDOM.integers(1, 5, 700)).astype(np.uint8)
    bins = np.bincount(numbers, minlength=256).astype(np.uint32)
    sums = np.array([numbers[numbers % 4 == rest].sum() for rest in range(4)], np.float64)
    return Case((2,), (96,), [Buffer(after=bins), Buffer(after=sums), Buffer(numbers), np.int32(700)])


@seeded
def stencil():
    field = quarters(20, 35).astype(np.float32)
    after = field.copy()
    after[1:-1, 1:-1] = (0.5 * field[1:-1, 1:-1] + 0.125 * field[1:-1, :-2] + 0.125 * field[1:-1, 2:] +
                         0.0625 * field[:-2, 1:-1] + 0.1875 * field[2:, 1:-1])
    return Case((3, 2), (16, 16), [Buffer(after=after), Buffer(field), np.int32(20), np.int32(35)])


def reflected(place, speed, end):
    """Place and speed behind walls at 0 and at `end`, and whether a wall was met."""
    met = (place < 0) | (place > end)
    inside = np.where(place < 0, -place, np.where(place > end, 2 * end - place, place))
    return inside, np.where(met, -speed, speed), met


def words(*arrays):
    """The bytes of a structure of arrays, as 32-bit words."""
    return np.frombuffer(b"".join(array.tobytes() for array in arrays), np.uint32)


@seeded
def particles():
    count, first, moved = 96, 3, 90
    width, height, time, direction = 12.0, 9.0, 1.5, np.array([1, -1, 2], np.int8)
    x, y = RANDOM.integers(0, 49, count) / 4.0, RANDOM.integers(0, 37, count) / 4.0
    speed = quarters(count, 2)
    bounces = RANDOM.integers(-3, 4, count).astype(np.int16)
    own_time = time * direction[np.arange(count) % 3]
    new_x, speed_x, met_x = reflected(x + own_time * speed[:, 0], speed[:, 0], width)
    new_y, speed_y, met_y = reflected(y + own_time * speed[:, 1], speed[:, 1], height)
    moves = (np.arange(count) >= first) & (np.arange(count) < first + moved)
    before = words(x.astype(np.float32), y.astype(np.float32), speed.astype(np.float32), bounces)
    after = words(np.where(moves, new_x, x).astype(np.float32), np.where(moves, new_y, y).astype(np.float32),
                  np.where(moves[:, None], np.stack([speed_x, speed_y], 1), speed).astype(np.float32),
                  (bounces + np.where(moves, met_x.astype(np.int16) + met_y, 0)).astype(np.int16))
    step = np.frombuffer(np.float64(time).tobytes() + np.float32(width).tobytes() + np.float32(height).tobytes() +
                         np.int16(first).tobytes() + np.uint8(moved).tobytes() + direction.tobytes() + bytes(2), np.uint8)
    return Case((3,), (32,), [Buffer(before, after), step])


@seeded
def printing():
    numbers = np.array([1, -2, 3, -40, 5, -600, 7, 8], np.int32)
    halves = (np.arange(8) * 1.25 - 3).astype(np.float64)
    first = f"{numbers[3]} {17:5d} {0xbeef:08x} k|{'warp':<6}|{-5000000000} {halves[3]:.3f} {halves[3] * 2:e} %\n"
    second = f"negative {numbers[5]} 8 {halves[5]:g}\n"
    return Case((1,), (8,), [Buffer(numbers), Buffer(halves)], printed="begin\n" + first + second,
                origin="Python's formatting")


@seeded
def local_arrays():
    rows = RANDOM.integers(-50, 50, (40, 8)).astype(np.int32)
    choice = np.array([3, 0, 7, 7, 1, 6, 2, 4], np.uint8)
    ordered = np.sort(rows, axis=1)
    thread = np.arange(40)
    chosen = ordered[thread, choice[(thread + (ordered[:, 0] & 7)) % 8]]
    return Case((2,), (20,), [Buffer(after=ordered), Buffer(after=chosen), Buffer(rows), Buffer(choice)])


@seeded
def recursion():
    numbers = [0, 1]
    while len(numbers) < 64:
        numbers.append(numbers[-1] + numbers[-2])
    thread = np.arange(32)
    small = (2 * (thread % 7) + 3).astype(np.int32)
    large = np.array(numbers[:64:2], np.int64)
    flags = np.where(thread % 3 == 0, thread % 2 == 1, thread % 2 == 0).astype(np.uint8)
    return Case((1,), (32,), [Buffer(after=small), Buffer(after=large), Buffer(after=flags)],
                origin="A(2, n) = 2 n + 3; Fibonacci's numbers by their sum")


@seeded
def dynamic_shared():
    numbers = RANDOM.integers(0, 256, (2, 80)).astype(np.uint8)
    return Case((2,), (80,), [Buffer(after=np.cumsum(numbers * 0.5, axis=1)), Buffer(after=numbers[:, ::-1].copy()),
                              Buffer(numbers)], dynamic_shared=80 * 9)


def truncated(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def run_machine(code, thread):
    """What cuda/machine/kernel.cu does, in whole numbers of any size."""
    stack = []
    for at, word in enumerate(code):
        if word in (0, 1, 9):
            stack.append({0: thread, 1: at * 7 - 20, 9: 1 << 40}[word])
            continue
        b = stack.pop()
        if word == 7:
            stack.append(-b)
            continue
        a = stack.pop()
        if word == 8:
            mixed, divisor = a ^ b, 1000 + thread
            stack.append(mixed - truncated(mixed, divisor) * divisor if a & 1 else a << (b & 15))
        else:
            stack.append({2: a + b, 3: a - b, 4: a * b, 5: 0 if b == 0 else truncated(a, b), 6: max(a, b)}[word])
    return stack[-1]


@seeded
def machine():
    code = [0, 1, 3, 0, 4, 9, 2, 7, 0, 5, 1, 6, 0, 8, 1, 2, 1, 8, 0, 2, 0, 1, 8, 3]
    after = np.array([run_machine(code, thread) for thread in range(48)], np.int64)
    return Case((1,), (48,), [Buffer(after=after), Buffer(np.array(code, np.uint8)), np.int32(len(code))],
                origin="the machine in Python's whole numbers")


@seeded
def vectors():
    count = 64
    floats = quarters(count, 4).astype(np.float32)
    floats[:, 3] = np.square(floats[:, 3])
    word = RANDOM.integers(0, 1 << 32, (count, 2)).astype(np.uint32)
    word[0], word[1] = (0, 0), (0xffffffff, 1)
    x, y = word[:, 0].astype(object), word[:, 1].astype(object)
    out = np.stack([floats[:, 0] * floats[:, 1] + floats[:, 2], np.sqrt(floats[:, 3]),
                    np.clip(floats[:, 0] - floats[:, 1], 0, 1), word[:, 0].astype(np.int32).astype(np.float32)], 1)
    pixels = np.stack([word[:, 0] >> 16, word[:, 1] & 0xffff, np.where(floats[:, 0] < floats[:, 1], 1, 2),
                       (word[:, 0] & 0xff) * 257], 1).astype(np.uint16)
    eight = [[(pair[byte // 4] >> (byte % 4 * 8)) & 0xff for byte in range(8)] for pair in zip(x, y)]
    bits = [[b[3] | b[7] << 8 | b[1] << 16 | b[5] << 24, int(first).bit_count() + 100 * (32 - int(second).bit_length()),
             int(f"{first ^ second:032b}"[::-1], 2),
             (((first << 32 | second) * 0x9e3779b97f4a7c15) % (1 << 64) >> 40)] for b, first, second in zip(eight, x, y)]
    return Case((2,), (32,), [Buffer(after=out), Buffer(after=pixels), Buffer(after=np.array(bits, np.uint32)),
                              Buffer(floats), Buffer(word)])


KERNELS = (transpose, matmul, softmax, reduction, histogram, stencil, particles, printing, local_arrays, recursion,
           dynamic_shared, machine, vectors)
