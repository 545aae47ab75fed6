"""What no tree can beat: every bound with its proof and what it assumes."""
