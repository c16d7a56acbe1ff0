"""Proportions of the dolls, in units of which a grown-up is about 2.2 tall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Build:
    #: (height, radius) of the torso, bottom to top.
    profile: Sequence[tuple[float, float]]
    #: Where the arm leaves the torso: x and z.
    shoulder: tuple[float, float]
    #: Radii of the sleeve from shoulder to cuff.
    sleeve: Sequence[float]
    upper_arm: float
    forearm: float
    #: Half the length of the hand.
    hand: float
    #: Height of the head's centre and its radius.
    head: tuple[float, float]


def _profile(*points: float) -> list[tuple[float, float]]:
    """Pairs of height and radius, given alternately."""
    return list(zip(points[::2], points[1::2], strict=True))


MAN = Build(
    profile=_profile(
        -0.8, 0.50, 0, 0.53, 0.3, 0.535, 0.6, 0.53, 0.82, 0.52, 0.96, 0.46, 1.06, 0.34, 1.13, 0.23, 1.2, 0.17
    ),
    shoulder=(0.37, 0.865),
    sleeve=(0.155, 0.16, 0.15, 0.135, 0.115),
    upper_arm=0.42,
    forearm=0.42,
    hand=0.115,
    head=(1.60, 0.48),
)
WOMAN = Build(
    profile=[
        *_profile(-0.8, 0.98, 0, 0.74, 0.28, 0.57, 0.50, 0.42, 0.62, 0.39),
        *_profile(0.80, 0.43, 0.94, 0.40, 1.04, 0.29, 1.11, 0.19, 1.2, 0.15),
    ],
    shoulder=(0.31, 0.86),
    sleeve=(0.125, 0.13, 0.12, 0.105, 0.09),
    upper_arm=0.38,
    forearm=0.38,
    hand=0.098,
    head=(1.56, 0.46),
)
GIRL = Build(
    profile=[
        *_profile(-0.7, 0.84, -0.3, 0.72, 0, 0.60, 0.22, 0.46, 0.36, 0.355),
        *_profile(0.50, 0.335, 0.64, 0.34, 0.76, 0.30, 0.84, 0.21, 0.92, 0.14),
    ],
    shoulder=(0.235, 0.655),
    sleeve=(0.105, 0.11, 0.10, 0.085, 0.075),
    upper_arm=0.27,
    forearm=0.27,
    hand=0.082,
    head=(1.26, 0.43),
)
BOY = Build(
    profile=_profile(
        -0.6, 0.36, -0.2, 0.37, 0.1, 0.375, 0.4, 0.37, 0.60, 0.365, 0.74, 0.32, 0.83, 0.22, 0.92, 0.14
    ),
    shoulder=(0.25, 0.655),
    sleeve=(0.11, 0.115, 0.105, 0.09, 0.08),
    upper_arm=0.27,
    forearm=0.27,
    hand=0.082,
    head=(1.26, 0.43),
)
BABY = Build(
    profile=_profile(-0.3, 0.14, 0.0, 0.29, 0.25, 0.35, 0.42, 0.30, 0.52, 0.22, 0.60, 0.15),
    shoulder=(0.23, 0.40),
    sleeve=(0.105, 0.11, 0.105, 0.09, 0.08),
    upper_arm=0.20,
    forearm=0.19,
    hand=0.078,
    head=(0.90, 0.42),
)
