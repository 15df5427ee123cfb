"""``python -m fuzzing``."""

import os
import sys

from accord.native.process import THREADS

os.environ.update(THREADS)  # before libraries look at it; panics print no backtraces

if __name__ == "__main__":
    from fuzzing.campaign import main

    sys.exit(main())
