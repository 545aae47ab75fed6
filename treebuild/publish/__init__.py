"""What treebuild makes of trees: packing, sizes, report, export and the page."""
