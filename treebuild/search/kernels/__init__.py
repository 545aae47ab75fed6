"""All compiled code: arrays in, numbers out, no Python objects.

`native` hands out the entry points. Their machine code is in libraries, or in files that it keeps, and is loaded
without the compiler; the other modules, which import the compiler, are imported only to compile anew.
"""
