"""`python -m services.cli` is `omkamp`."""

from services.cli.main import main

main()
