"""`python -m cardlog` is the `cardlog` command."""

from cardlog.cli.app import main

main()
