#!/usr/bin/env python3
"""What compute-sanitizer says of every kernel of the catalogue, on this machine's GPU.

    scripts/sanitizer_table.py OUT.csv [KERNEL...]

Every kernel is compiled by nvcc as it stands, at its default options, launched once by a program made for it, and watched by
memcheck, racecheck, synccheck and initcheck in turn. A row says how many errors the tool found and the first source lines that
it names; `endless` instead of a number where the launch did not end within the time. It needs nvcc, compute-sanitizer and a GPU.
tests/hardware/sanitizer_h200.csv was made so, and tests/catalog/mistakes_test.cpp holds the emulator against it.
"""
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
SECONDS = 15
FORMATS = {"i32": "i", "u32": "I", "f32": "f", "f64": "d", "u16": "H", "i16": "h", "u8": "B", "i8": "b"}

PROGRAM = """
#include <cstdio>
#include <vector>
#include "{kernel}"
int main() {{
  {buffers}
  {entry}<<<dim3({grid}), dim3({block}), {dynamic}>>>({arguments});
  const cudaError_t status = cudaDeviceSynchronize();
  std::printf("%s\\n", cudaGetErrorName(status));
  return 0;
}}
"""
BUFFER = """
  std::vector<char> bytes{n}({bytes});
  std::FILE* file{n} = std::fopen("{path}", "rb");
  if (!file{n} || std::fread(bytes{n}.data(), 1, {bytes}, file{n}) != {bytes}) return 1;
  std::fclose(file{n});
  void* buffer{n} = nullptr;
  if (cudaMalloc(&buffer{n}, {bytes}) != cudaSuccess) return 1;
  if (cudaMemcpy(buffer{n}, bytes{n}.data(), {bytes}, cudaMemcpyHostToDevice) != cudaSuccess) return 1;
"""


def number(expression, names):
    """An expression of the catalogue; its divisions are of whole numbers."""
    text = str(expression).replace("&&", " and ").replace("||", " or ").replace("/", "//")
    return int(eval(text, {"__builtins__": {"max": max, "min": min}}, names))


def build(folder, work):
    """Compiles the kernel's program; returns its path."""
    data = json.loads((folder / "kernel.json").read_text())
    options = {option["name"]: option["default"] for option in data["options"]}
    names = {name: value for name, value in options.items() if isinstance(value, int)}
    names.update({name: int(value) for name, value in options.items() if isinstance(value, str) and value.isdigit()})
    buffers, arguments = "", []
    declaration = r"void\s+(?:__launch_bounds__\([^)]*\)\s*)?" + data["entry"] + r"\s*\(([^)]*)\)"
    types = re.search(declaration, (folder / "kernel.cu").read_text()).group(1).split(",")
    for n, parameter in enumerate(data["parameters"]):
        count = number(parameter["count"], names)
        letter = FORMATS[parameter["element"]]
        rule = parameter.get("value", "0")
        columns = number(parameter["columns"], names) if "columns" in parameter else count
        values = [number(rule, {**names, "i": i, "row": i // columns, "col": i % columns}) for i in range(count)]
        path = work / f"{data['entry']}.{n}"
        path.write_bytes(struct.pack(f"<{count}{letter}", *(float(v) if letter in "fd" else v for v in values)))
        buffers += BUFFER.format(n=n, bytes=path.stat().st_size, path=path)
        kind = re.sub(r"\b(__restrict__|\w+)\s*$", "", types[n].replace("__restrict__", "").strip()).strip()
        arguments.append(f"static_cast<{kind}>(buffer{n})")
    launch = data["launch"]
    three = lambda sizes: ", ".join(str(number(size, names)) for size in sizes)
    text = PROGRAM.format(kernel=folder / "kernel.cu", buffers=buffers, entry=data["entry"], grid=three(launch["grid"]),
                          block=three(launch["block"]), dynamic=number(launch.get("dynamic_shared_bytes", 0), names),
                          arguments=", ".join(arguments))
    source, program = work / f"{folder.parent.name}_{folder.name}.cu", work / f"{folder.parent.name}_{folder.name}"
    source.write_text(text)
    definitions = [f"-D{name}={value}" for name, value in options.items()]
    subprocess.run(["nvcc", "-std=c++17", "-arch=native", "-lineinfo", *definitions, "-o", program, source], check=True,
                   capture_output=True, text=True)
    return program


def watch(program, tool):
    """Errors that the tool counts, and the lines of the kernel that it names, most severe first come."""
    command = ["compute-sanitizer", "--tool", tool, "--print-limit", "20"]
    if tool == "racecheck":
        command += ["--racecheck-report", "all"]
    try:
        done = subprocess.run(command + [program], capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "endless", ""
    text = done.stdout + done.stderr
    found = re.search(r"(?:ERROR SUMMARY: (\d+) error|RACECHECK SUMMARY: \d+ hazards? displayed \((\d+) error)", text)
    if not found:
        return "failed: " + " ".join(text.split())[:200], ""
    lines = sorted({int(line) for line in re.findall(r"kernel\.cu:(\d+)", text)})
    return found.group(1) or found.group(2), " ".join(map(str, lines))


def main():
    out = sys.argv[1]
    folders = sorted(path.parent for path in (ROOT / "kernels").glob("*/*/kernel.json"))
    wanted = set(sys.argv[2:])
    folders = [folder for folder in folders if not wanted or f"{folder.parent.name}/{folder.name}" in wanted]
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        work = pathlib.Path(temporary)
        programs = list(pool.map(lambda folder: build(folder, work), folders))
        # A launch that does not end keeps the device busy for all others: few at a time, those apart.
        rows = []
        with concurrent.futures.ThreadPoolExecutor(8) as few:
            pairs = [(folder, program, tool) for folder, program in zip(folders, programs) for tool in TOOLS]
            slow = [pair for pair in pairs if "endless_loop" in (pair[0] / "kernel.json").read_text()]
            quick = [pair for pair in pairs if pair not in slow]
            said = dict(zip([(p[0], p[2]) for p in quick], few.map(lambda p: watch(p[1], p[2]), quick)))
            print(f"{len(quick)} of {len(pairs)} done", flush=True)
            for folder, program, tool in slow:
                said[(folder, tool)] = watch(program, tool)
        for folder in folders:
            for tool in TOOLS:
                rows.append([f"{folder.parent.name}/{folder.name}", tool, *said[(folder, tool)]])
    with open(out, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["kernel", "tool", "errors", "lines"])
        writer.writerows(rows)


if __name__ == "__main__":
    main()
