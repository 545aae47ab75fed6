"""`python -m treebuild`."""

from treebuild.cli import main

main()
