"""The games once more, in the plainest Python: what test_machine.py holds the engine against.

Written from the rule texts and the record format alone, over events as maps with every card
written in full.
A kind of event is one method: what it needs, then what it does.
"""

from __future__ import annotations

from tests.engine.naive.california import CaliforniaJack, ShastaSam
from tests.engine.naive.chase import ChaseTheAce
from tests.engine.naive.model import OUTSIDE, Map, Model, Refused, need
from tests.engine.naive.pitch import Pitch
from tests.engine.naive.seven_up import SevenUp

__all__ = ["MODELS", "OUTSIDE", "Map", "Model", "Refused", "need"]

# A game that is registered needs a name here.
MODELS: dict[str, type[Model]] = {
    "chase-the-ace": ChaseTheAce,
    "california-jack": CaliforniaJack,
    "shasta-sam": ShastaSam,
    "seven-up": SevenUp,
    "pitch": Pitch,
}
