"""All compiled code: arrays in, numbers out, no Python objects.

`native` hands out the entry points. It keeps their machine code in a file, and loads it without the compiler; the other
modules, which import the compiler, are imported only to compile anew.
"""
