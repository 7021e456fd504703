"""`python -m arcanum` is the same as the command `arcanum`."""

import sys

from arcanum.cli import main

if __name__ == "__main__":
    sys.exit(main())
