"""Things that dolls hold, ride and sit on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from mathutils import Vector

from .fibres import bell, chance, fuzz, strands
from .meshes import Object, Point, circle, ellipsoid, grid, loop, pivot, rod, tube


def wool_ball(at: Point, radius: float, wool: Any, parent: Object | None = None, turns: int = 130) -> None:
    """A wound ball of yarn with a loose end."""
    shades = wool if isinstance(wool, list) else [wool]
    ellipsoid(radius * 0.95, at, shades[0], parent)
    axis, paths = np.array([0.0, 0.3, 1.0]), []
    for k in range(turns):
        if k % 14 == 0:
            axis = np.array([bell(), bell(), bell()])
            axis /= np.linalg.norm(axis)
        u = np.cross(axis, [0.3, 0.1, 1.0])
        u /= np.linalg.norm(u)
        v, shift = np.cross(axis, u), chance(-0.55, 0.55)
        ring = radius * math.sqrt(1 - shift * shift)
        t = np.linspace(0, 6.4, 44)[:, None]
        paths.append(np.array(at) + ring * (np.cos(t) * u + np.sin(t) * v) + axis * shift * radius)
    strands(paths, radius * 0.055, wool, parent)


def rose(at: Point, facing: Point, size: float, felt: Any, parent: Object) -> None:
    """A felt rose: a strip rolled up, its edge flaring outwards."""
    handle = pivot(at, parent=parent)
    handle.rotation_mode = "QUATERNION"
    handle.rotation_quaternion = Vector(facing).to_track_quat("Z", "Y")
    turns = 4.2
    a, v = np.linspace(0, 2 * math.pi * turns, 150)[None], np.linspace(0, 1, 10)[:, None]
    roll = a / a.max()
    wavy = 1 + 0.10 * np.sin(a * 2.6)
    r = size * (0.10 + 0.75 * roll) * wavy + size * 0.28 * v**2 * roll
    z = size * (v * (0.85 - 0.45 * roll**1.5) - 0.4 * roll + 0.05 * np.sin(a * 5))
    strip = grid("rose", np.stack([r * np.cos(a), r * np.sin(a), z], -1), felt, handle, wrap=False)
    strip.modifiers.new("thickness", "SOLIDIFY").thickness = size * 0.09
    fuzz(strip, 700, 0.007)


def leaf(at: Point, towards: Point, size: float, felt: Any, parent: Object) -> None:
    line = (
        np.array(at)
        + np.linspace(0, 1, 4)[:, None] * np.array(towards) * size
        + np.array([0, 0, 1])[None] * (np.sin(np.linspace(0, math.pi, 4)) * size * 0.15)[:, None]
    )
    fuzz(
        tube(line, [0.06 * size, 0.30 * size, 0.22 * size, 0.02 * size], felt, parent, squash=0.22),
        400,
        0.008,
    )


def bouquet(at: Point, size: float, felts: Sequence[Any], green: Any, parent: Object, count: int = 9) -> None:
    """Roses in a dome that looks towards the camera, with leaves under its rim."""
    golden = math.pi * (3 - math.sqrt(5))
    for k in range(count):
        tip = math.sqrt((k + 0.3) / count) * 1.25
        a = golden * k
        out = np.array([math.sin(tip) * math.cos(a), -math.cos(tip), math.sin(tip) * math.sin(a) + 0.25])
        rose(np.array(at) + out * size, out, size * 0.46, felts[k % len(felts)], parent)
    for k in range(9):
        a = 2 * math.pi * k / 9
        out = np.array([math.cos(a), -0.15, math.sin(a)])
        leaf(np.array(at) + out * size * 0.75, out, size * 0.75, green, parent)


def wheel(
    at: Point, radius: float, parent: Object, tyre: Any, rim: Any, spokes: int = 20, tyre_width: float = 0.035
) -> None:
    """A spoked wheel in the x-z plane."""
    loop(circle(at, radius), tyre_width, tyre, parent)
    loop(circle(at, radius - tyre_width * 1.15), tyre_width * 0.55, rim, parent)
    hub = np.array(at)
    rod(hub - (0, 0.06, 0), hub + (0, 0.06, 0), 0.03, rim, parent)
    for k in range(spokes):
        a, b = 2 * math.pi * k / spokes, 2 * math.pi * (k + (1.6 if k % 2 else -1.6)) / spokes
        inner = hub + np.array([0.028 * math.cos(b), 0.04 if k % 4 < 2 else -0.04, 0.028 * math.sin(b)])
        outer = hub + (radius - tyre_width) * np.array([math.cos(a), 0, math.sin(a)])
        tube(np.linspace(inner, outer, 3), 0.0055, rim, parent, rings=6, sides=8)
