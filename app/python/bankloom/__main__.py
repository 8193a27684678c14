"""The command `bankloom`: the program takes this process over."""

import os
import sys

from bankloom._program import Error, environment, program


def main():
    try:
        found = program()
    except Error as error:
        sys.exit(f"bankloom: {error}")
    os.execve(found, ["bankloom", *sys.argv[1:]], environment())


if __name__ == "__main__":
    main()
