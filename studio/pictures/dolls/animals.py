"""What the dog and the cat share: felted fur, tufts, whiskers and glass eyes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .fibres import bell, chance, fuzz, strands
from .head import Head
from .materials import glint, paint
from .meshes import Object, Point, ellipsoid


def furry(item: Object, count: int, length: float = 0.024, seed: int = 1) -> Object:
    """Dense, short, slightly ruffled wool: a needle-felted coat."""
    return fuzz(item, count, length, radius=0.0019, spread=length * 0.7, seed=seed)


def tuft(
    at: Point,
    towards: Point,
    wool: Any,
    parent: Object,
    count: int = 60,
    length: float = 0.2,
    spread: float = 0.06,
) -> None:
    """A combed lock: threads from around `at` that fall together."""
    paths = []
    fall = np.array(towards, float) / np.linalg.norm(towards)
    for _ in range(count):
        start = np.array(at) + np.array([bell(spread), bell(spread * 0.4), bell(spread * 0.7)])
        reach, splay = length * chance(0.6, 1.1), np.array([bell(0.16), bell(0.16), bell(0.1)])
        t = np.linspace(0, 1, 8)[:, None]
        paths.append(start + reach * (t * fall + t**2 * splay + np.sin(t * np.pi) * (0, -0.12, 0)))
    strands(paths, 0.0055, wool, parent, pointed=True)


def whiskers(head: Head, roots: Sequence[Point], length: float, wool: Any) -> None:
    paths = []
    for root in roots:
        for s in (-1, 1):
            start = np.array(root) * (s, 1, 1)
            droop = chance(-0.10, 0.04)
            t = np.linspace(0, 1, 12)[:, None]
            paths.append(start + length * (t * (s * 0.95, -0.20, 0.06) + t**2 * (0, 0.12, droop - 0.05)))
    strands(paths, 0.0038, wool, head.root, pointed=True)


def cat_eyes(head: Head, x: float, z: float, size: float, iris: str, out: float) -> None:
    """Glass eyes with a dark rim, an iris, an upright pupil and a catchlight."""
    r = size * head.radius
    rim, pupil, light = paint("#1d120d", 0.5), paint("#070505", 0.08, coat=1.0), glint()
    glass = paint(iris, 0.08, coat=1.0)
    for s in (-1, 1):
        centre = head.at(s * x, z, out - r * 0.35)
        ellipsoid((r * 1.14, r * 0.80, r * 1.10), centre, rim, head.root, turn=(0, s * -14, 0))
        ellipsoid((r, r * 0.92, r * 0.96), centre, glass, head.root)
        ellipsoid((r * 0.56, r * 0.36, r * 0.80), centre + np.array([0, -0.64, 0.0]) * r, pupil, head.root)
        ellipsoid(r * 0.20, centre + np.array([-0.30, -0.88, 0.40]) * r, light, head.root, segments=16)
        ellipsoid(r * 0.09, centre + np.array([0.30, -0.90, -0.34]) * r, light, head.root, segments=12)
