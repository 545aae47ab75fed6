"""The commands of `treebuild`, one in each file: its options, and what it prints of a function that you can import."""
