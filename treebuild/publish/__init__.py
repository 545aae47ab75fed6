"""What is made of trees: packing, sizes, report, export, the page, and what is in trees/."""
