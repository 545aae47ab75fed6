"""What is made of trees: packing, sizes, report, export and the page."""
