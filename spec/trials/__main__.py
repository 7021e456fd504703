"""`python -m spec.trials breaks`, `values` or `code`: change the engine, and see that the properties notice."""

from __future__ import annotations

import sys

from spec.trials import watching

if __name__ == "__main__":
    watching.begin()  # before anything of the library is imported
    from spec.trials.commands import main

    sys.exit(main())
