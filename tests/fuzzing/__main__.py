"""``python -m fuzzing``."""

import sys

from fuzzing.campaign import main

sys.exit(main())
