"""Where the program is, and how it is called."""

import os
import sys


class Error(Exception):
    """The program's sentence on what is wrong."""


def program():
    """Path of the program: the one that was installed with this package, else the one on PATH, or BANKLOOM_PROGRAM."""
    given = os.environ.get("BANKLOOM_PROGRAM")
    if given:
        return given
    inside = os.path.join(os.path.dirname(__file__), "bin", "bankloom")
    if os.access(inside, os.X_OK):
        check_libraries()
        return inside
    # The command that pip writes would only come back here.
    own = os.path.join(sys.prefix, "bin", "bankloom")
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        path = os.path.join(folder, "bankloom")
        if os.access(path, os.X_OK) and path != own:
            return path
    raise Error("the program bankloom is neither in this package nor on PATH; install the wheel or the Debian package")


# What the wheel leaves to the system, because it belongs to its display and its GPU, and Debian's packages of them.
SYSTEM_LIBRARIES = {"libEGL.so.1": "libegl1", "libGL.so.1": "libgl1", "libX11.so.6": "libx11-6", "libXext.so.6": "libxext6",
                    "libXrender.so.1": "libxrender1", "libxcb-render.so.0": "libxcb-render0",
                    "libxcb-shm.so.0": "libxcb-shm0"}


def check_libraries():
    """Raises Error where the system lacks a library that the wheel's program needs: the loader would name but one."""
    import ctypes

    missing = []
    for library in SYSTEM_LIBRARIES:
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(library)
    if missing:
        raise Error(f"this system lacks {', '.join(missing)}; on Debian and Ubuntu an administrator installs them by: "
                    f"apt-get install {' '.join(SYSTEM_LIBRARIES[library] for library in missing)}")


def environment():
    """The environment with the wheel's fonts and NVRTC of pip's packages, where these are there and nothing else was
    chosen."""
    values = dict(os.environ)
    fonts = os.path.join(os.path.dirname(__file__), "fonts")
    if "BANKLOOM_FONTS" not in values and os.path.isdir(fonts):
        values["BANKLOOM_FONTS"] = fonts
    if "BANKLOOM_NVRTC" not in values:
        found = nvrtc()
        if found:
            values["BANKLOOM_NVRTC"] = found
    return values


def nvrtc():
    """Path of NVRTC's library in pip's packages (nvidia-cuda-nvrtc), the newest; None without them."""
    for folder in sys.path:
        base = os.path.join(folder, "nvidia")
        if not os.path.isdir(base):
            continue
        found = []
        for part in os.listdir(base):
            libraries = os.path.join(base, part, "lib")
            if os.path.isdir(libraries):
                found += [os.path.join(libraries, name) for name in os.listdir(libraries)
                          if name.startswith("libnvrtc.so.")]
        if found:
            return max(found, key=lambda path: int(path.rpartition(".so.")[2].partition(".")[0]))
    return None


def run(*arguments, folder=None, accepted=(0, 1)):
    """What the program prints; `folder` is its working directory. A fault that was found (exit status 1) is a report.

    Raises Error with the program's sentence.
    """
    import subprocess

    done = subprocess.run([program(), *map(str, arguments)], cwd=folder, env=environment(), capture_output=True,
                          text=True, stdin=subprocess.DEVNULL)
    if folder:  # a temporary one, which nobody knows
        done.stdout, done.stderr = (text.replace(folder + os.sep, "") for text in (done.stdout, done.stderr))
    if done.returncode not in accepted:
        raise Error(done.stderr.strip() or f"the program ended with status {done.returncode}")
    return done


def flags(options):
    """{"text_scale": 1.5, "set": ["IPAD=1"], "whole": True} as the command line has it."""
    words = []
    for name, value in options.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            flag = "--" + name.replace("_", "-")
            if one is True:
                words.append(flag)
            elif one is not False and one is not None:
                words.append(f"{flag}={one}")
    return words
