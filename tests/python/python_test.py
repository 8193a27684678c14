"""The Python package: what it draws, says and refuses. The program is BANKLOOM_PROGRAM; without numba, IPython or NVRTC
the tests that need them are skipped."""

import io
import os
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout

import bankloom

try:
    import numpy
    from numba import cuda, float32
except ImportError:
    cuda = None
try:
    from IPython.core.interactiveshell import InteractiveShell
except ImportError:
    InteractiveShell = None

PNG = b"\x89PNG\r\n\x1a\n"

def compiles():
    words = [bankloom.program(), "analyze", "--ptx", "square/setRowReadCol"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


@unittest.skipUnless(compiles(), "no NVRTC")
class Pictures(unittest.TestCase):
    def test_a_kernel_is_a_picture(self):
        shown = bankloom.show("square/setRowReadCol", set=["IPAD=1"], size="640x400")._repr_mimebundle_()
        self.assertTrue(shown["image/png"].startswith(PNG))

    def test_a_page_plays_in_a_frame_of_its_own(self):
        shown = bankloom.show("square/setRowReadCol", html=True)._repr_mimebundle_()
        self.assertIn("<iframe srcdoc=", shown["text/html"])
        self.assertNotIn("image/png", shown)

    def test_the_ending_says_what_is_saved(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tile.svg")
            bankloom.show("square/setRowReadCol").save(path)
            with open(path, encoding="utf-8") as file:
                self.assertIn("<svg", file.read(500))

    def test_a_mistake_is_the_programs_sentence(self):
        with self.assertRaisesRegex(bankloom.Error, "setRowReadCool"):
            bankloom.show("square/setRowReadCool")
        with self.assertRaisesRegex(bankloom.Error, "IPAD"):
            bankloom.show("square/setRowReadCol", set="IPAD=much")


class Command(unittest.TestCase):
    def test_takes_the_process_over(self):
        done = subprocess.run([sys.executable, "-m", "bankloom", "list", "--format", "json"], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("setRowReadCol", done.stdout)

    def test_imports_little(self):
        code = "import sys, bankloom.__main__; print(*[m for m in sys.modules if m in ('subprocess', 'tempfile', 'numpy')])"
        # Without what other packages start with Python.
        here = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(bankloom.__file__))}
        done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, env=here)
        self.assertEqual(done.stdout.strip(), "")


@unittest.skipIf(InteractiveShell is None, "no IPython")
@unittest.skipUnless(compiles(), "no NVRTC")
class Cell(unittest.TestCase):
    KERNEL = """// launch: turn<<<1, dim3(32, 32)>>>(in, out)
__global__ void turn(const float *in, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  %s
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
"""

    @classmethod
    def setUpClass(cls):
        cls.shell = InteractiveShell.instance()
        cls.shell.run_line_magic("load_ext", "bankloom")

    def run_cell(self, line, cell):
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            self.shell.run_cell_magic("bankloom", line, cell)
        return out.getvalue(), err.getvalue()

    def test_has_its_table_below_it(self):
        out, err = self.run_cell("--machine cc8.0", self.KERNEL % "__syncthreads();")
        self.assertEqual(err, "")
        self.assertIn("machine cc8.0", out)
        self.assertRegex(out, r"shared load +4 +32 +1024 ")

    def test_faults_are_told(self):
        out, err = self.run_cell("", self.KERNEL % "")
        self.assertIn("race", out)
        self.assertIn("race", err)

    def test_what_the_compiler_says_comes_without_a_traceback(self):
        out, err = self.run_cell("", "__global__ void k(float *out) { *out = nothing; }")
        self.assertIn('cell.cu:1: error: identifier "nothing" is undefined', err)
        self.assertNotIn("Traceback", out + err)
        self.assertNotIn(tempfile.gettempdir(), out + err)


@unittest.skipIf(cuda is None, "no numba")
class Numba(unittest.TestCase):
    def test_runs_on_the_arrays_and_draws_the_tile(self):
        width = 33

        @cuda.jit
        def transpose(out, values):
            tile = cuda.shared.array((32, width), float32)
            x, y = cuda.grid(2)
            tile[cuda.threadIdx.y, cuda.threadIdx.x] = values[y, x]
            cuda.syncthreads()
            x = cuda.blockIdx.y * 32 + cuda.threadIdx.x
            y = cuda.blockIdx.x * 32 + cuda.threadIdx.y
            out[y, x] = tile[cuda.threadIdx.x, cuda.threadIdx.y]

        values = numpy.arange(64 * 96, dtype=numpy.float32).reshape(64, 96)
        out = numpy.zeros((96, 64), numpy.float32)
        shown = bankloom.numba(transpose, (3, 2), (32, 32), out, values)
        self.assertTrue((out == values.T).all())
        self.assertRegex(shown.text, r"shared load +4 +192 +192 +0 ")
        self.assertIn("Output out: 96 x 64 f32", shown.text)
        self.assertTrue(shown._repr_mimebundle_()["image/png"].startswith(PNG))

    def test_takes_numbers_atomics_and_other_orders(self):
        @cuda.jit
        def count(bins, values, n, weight):
            i = cuda.grid(1)
            if i < n:
                cuda.atomic.add(bins, values[i, 0] % 8, weight)

        values = numpy.asfortranarray(numpy.random.default_rng(1).integers(0, 99, (200, 2)).astype(numpy.int32))
        bins = numpy.zeros(8)
        bankloom.numba(count, 2, 128, bins, values, len(values), 0.5)
        self.assertEqual(list(bins), list(numpy.bincount(values[:, 0] % 8, minlength=8) * 0.5))

    def test_faults_stand_in_the_text(self):
        @cuda.jit
        def turn(out):
            line = cuda.shared.array(64, float32)
            line[cuda.threadIdx.x] = cuda.threadIdx.x
            out[cuda.threadIdx.x] = line[63 - cuda.threadIdx.x]

        self.assertIn("race", bankloom.numba(turn, 1, 64, numpy.zeros(64)).text)

    def test_what_cannot_be_passed_is_said(self):
        @cuda.jit
        def fill(out):
            out[cuda.threadIdx.x] = 1

        for wrong, why in [(numpy.zeros(32, complex), "complex"), (numpy.zeros(0), "no elements"),
                           (numpy.zeros((4, 64))[:, ::2], "gaps")]:
            with self.assertRaisesRegex(bankloom.Error, why):
                bankloom.numba(fill, 1, 4, wrong)


if __name__ == "__main__":
    unittest.main()
