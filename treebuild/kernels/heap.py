"""A heap of guesses, the least bound first: an array of bounds, and an array of numbers that decide between equals."""

from __future__ import annotations


def sift(bound, tie, root, size):
    """Move the entry at `root` down until the heap is in order again: least bound first, then least tie."""
    parent = root
    b, t = bound[parent], tie[parent]
    while 2 * parent + 1 < size:
        child = 2 * parent + 1
        other = child + 1
        if other < size and (bound[other] < bound[child] or (bound[other] == bound[child] and tie[other] < tie[child])):
            child = other
        if b < bound[child] or (b == bound[child] and t < tie[child]):
            break
        bound[parent], tie[parent] = bound[child], tie[child]
        parent = child
    bound[parent], tie[parent] = b, t


def heapify(bound, tie, size):
    """Put the first `size` guesses in the order of a heap."""
    for root in range(size // 2 - 1, -1, -1):
        sift(bound, tie, root, size)


def remove_first(bound, tie, size):
    """Remove the first guess from a heap. Returns how many remain."""
    left = size - 1
    bound[0], tie[0] = bound[left], tie[left]
    sift(bound, tie, 0, left)
    return left
