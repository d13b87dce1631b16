"""The structures of Arrow's C data and stream interfaces, and the capsules that carry them."""

from __future__ import annotations

import ctypes
from typing import Any, Final

STREAM: Final = b"arrow_array_stream"


class Schema(ctypes.Structure):
    """The type of a column."""


class Array(ctypes.Structure):
    """The values of a column."""


class Stream(ctypes.Structure):
    """Batches of columns of one schema."""


Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
Get = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
LastError = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)

Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]
Stream._fields_ = [
    ("get_schema", ctypes.c_void_p),
    ("get_next", ctypes.c_void_p),
    ("get_last_error", ctypes.c_void_p),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]

_new = ctypes.pythonapi.PyCapsule_New
_new.restype = ctypes.py_object
_new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


def capsule(stream: Stream) -> Any:
    """A capsule around a stream; who made the stream keeps it alive."""
    return _new(ctypes.addressof(stream), STREAM, None)


def stream_in(held: Any) -> Stream:
    """The stream in a capsule, which must outlive it."""
    return Stream.from_address(_pointer(held, STREAM))
