"""`python -m skald_bot`, the same as `skald`."""

import sys

from skald_bot import main

if __name__ == "__main__":
    sys.exit(main())
