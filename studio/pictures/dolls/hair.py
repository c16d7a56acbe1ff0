"""Woollen hair: combed from a whorl, parted, curled or plaited."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .fibres import bell, chance, strands
from .head import Head
from .meshes import Array, Object, Point, ellipsoid, grid, smooth, tube

#: Angle round the head (0 at the forehead, right is positive) to the hairline's angle from the whorl in degrees.
Hairline = Callable[[float], float]


def _tipped(tilt: float) -> Array:
    """Turns the pole of the head backwards by tilt degrees, to where the whorl is."""
    a = math.radians(-tilt)
    return np.array([[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]])


def _wrapped(angle: float) -> float:
    return (angle + math.pi) % (2 * math.pi) - math.pi


def scalp(head: Head, wool: Any, hairline: Hairline, tilt: float = 0.0, off: float = 0.012) -> Object:
    """A close cap up to the hairline, so that no skin shows between the strands."""
    around = np.linspace(0, 2 * math.pi, 120, endpoint=False)
    reach = np.radians([hairline(_wrapped(a)) for a in around])[None] * np.linspace(1, 0.001, 40)[:, None]
    a = around[None] + 0 * reach
    unit = np.stack([np.sin(reach) * np.sin(a), -np.sin(reach) * np.cos(a), np.cos(reach)], -1)
    material = wool[0] if isinstance(wool, list) else wool
    return grid("scalp", head.toward(unit @ _tipped(tilt).T, off), material, head.root)


def combed(
    head: Head,
    wool: Any,
    hairline: Hairline,
    count: int = 230,
    layers: int = 4,
    tilt: float = 28.0,
    thickness: float = 0.020,
    body: float = 0.03,
    sweep: float = 0.22,
    wave: float = 0.008,
    seed: int = 3,
) -> None:
    """Strands from a whorl to the hairline. sweep turns them round the head (radians); body is how full it is."""
    dice = np.random.default_rng(seed)
    turn, scale = _tipped(tilt), head.radius / 0.5
    scalp(head, wool, lambda a: hairline(a) - 5, tilt)
    paths = []
    for layer in range(layers):
        for i in range(count):
            around = 2 * math.pi * (i + dice.uniform(-0.5, 0.5)) / count
            end = math.radians(hairline(_wrapped(around)) + dice.uniform(-5, 4) - 3 * layer)
            drift, phase = dice.uniform(-0.08, 0.08), dice.uniform(0, 6.3)
            t = np.linspace(0.02, 1, 18)
            a, p = around + drift * t + sweep * (1 - t), end * t
            unit = np.stack([np.sin(p) * np.sin(a), -np.sin(p) * np.cos(a), np.cos(p)], -1)
            off = body * scale * (0.6 + 0.5 * layer) * (1 - 0.35 * t**6) + wave * np.sin(phase + 7 * t) * t
            paths.append(head.toward(unit @ turn.T, off))
    strands(paths, thickness * scale * 0.5, wool, head.root)


def parted(
    head: Head,
    wool: Any,
    part: float = 0.0,
    count: int = 110,
    layers: int = 3,
    drop: float = -0.15,
    thickness: float = 0.018,
    body: float = 0.028,
    back: Point = (0, 1, -0.05),
    seed: int = 5,
) -> None:
    """Parted on top (at x = part) and swept round both sides to one point at the back."""
    dice = np.random.default_rng(seed)
    scale = head.radius / 0.5
    paths = []
    for layer in range(layers):
        for s in (-1, 1):
            for i in range(count):
                f = (i + dice.uniform(-0.4, 0.4)) / count
                rise = math.radians(40 + 118 * f)
                root = np.array([part * math.sin(rise), -math.cos(rise), math.sin(rise)])
                root /= np.linalg.norm(root)
                root[0] += s * 0.012
                side = np.array([s, -0.42 + f, drop + 0.62 * max(f, 0) ** 0.8 + dice.uniform(-0.02, 0.02)])
                end = np.array(back, float) + dice.normal(0, 0.05, 3)
                t = np.linspace(0, 1, 20)[:, None]
                unit = (1 - t) ** 2 * root + 2 * t * (1 - t) * side * 1.25 + t * t * end
                paths.append(
                    head.toward(unit, body * scale * (0.5 + 0.55 * layer) + 0.01 * np.sin(math.pi * t[:, 0]))
                )
    strands(paths, thickness * scale * 0.5, wool, head.root)
    scalp(head, wool, lambda a: 62 if abs(a) < 0.9 else 92, 30)


def curls(
    head: Head,
    wool: Any,
    where: Callable[[Array], bool],
    count: int = 420,
    size: float = 0.045,
    thickness: float = 0.024,
    off: float = 0.02,
    layers: int = 2,
) -> None:
    """Small coils of yarn wherever `where` is true of a unit direction (x right, y back, z up)."""
    golden = math.pi * (3 - math.sqrt(5))
    scale, paths = head.radius / 0.5, []
    for layer in range(layers):
        for k in range(count):
            z = 1 - 2 * (k + 0.5) / count
            a = golden * k + layer * 1.3
            unit = np.array([math.sqrt(1 - z * z) * math.sin(a), -math.sqrt(1 - z * z) * math.cos(a), z])
            if where(unit):
                centre = head.toward(unit, (off + layer * size * 0.7) * scale)
                paths.append(_coil(centre, unit, size * scale * chance(0.8, 1.25)))
    strands(paths, thickness * scale * 0.5, wool, head.root)


def _coil(centre: Array, outwards: Array, size: float) -> Array:
    axis = outwards + np.array([bell(0.45), bell(0.45), bell(0.45)])
    axis /= np.linalg.norm(axis)
    u = np.cross(axis, (0.31, 0.12, 0.94))
    u /= np.linalg.norm(u)
    v = np.cross(axis, u)
    t = np.linspace(0, chance(8, 12), 26)[:, None]
    radius = size * (0.75 + 0.25 * np.sin(t * 0.5))
    return centre + radius * (np.cos(t) * u + np.sin(t) * v) + axis * (t / 10 - 0.5) * size * 1.6


def bun(head: Head, wool: Any, at: Point, radius: float = 0.2, count: int = 90, seed: int = 2) -> None:
    """A wound ball of hair."""
    dice = np.random.default_rng(seed)
    paths = []
    for _ in range(count):
        axis = dice.normal(0, 1, 3) * (1, 1, 0.5)
        axis /= np.linalg.norm(axis)
        u = np.cross(axis, [0.3, 0.1, 1])
        u /= np.linalg.norm(u)
        v, t = np.cross(axis, u), np.linspace(0, dice.uniform(3, 6), 22)[:, None]
        turn = radius * dice.uniform(0.88, 1.04) * (np.cos(t) * u + np.sin(t) * v)
        paths.append(np.array(at) + turn * (1.05, 0.9, 0.86))
    ellipsoid(radius * 0.88, at, wool[0] if isinstance(wool, list) else wool, head.root)
    strands(paths, 0.013 * head.radius / 0.5, wool, head.root)


def plait(head: Head, wool: Any, points: Array | list[Point], width: float = 0.075) -> Array:
    """A three-strand plait along the points; returns where it ends, for a bow."""
    rings = 90
    centre = smooth(points, rings)
    along = np.gradient(centre, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None]
    side = np.cross(along, [0, 1, 0.01])
    side /= np.linalg.norm(side, axis=1)[:, None]
    front = np.cross(side, along)
    length = float(np.linalg.norm(np.diff(centre, axis=0), axis=1).sum())
    t = np.linspace(0, 2 * math.pi * length / (width * 3.6), rings)[:, None]
    taper = np.linspace(1, 0.72, rings)[:, None]
    shades = wool if isinstance(wool, list) else [wool] * 3
    for k in range(3):
        phase = t + 2 * math.pi * k / 3
        lock = centre + width * taper * (0.62 * np.sin(phase) * side + 0.36 * np.sin(2 * phase) * front)
        tube(
            lock,
            [width * 0.52, width * 0.5, width * 0.34],
            shades[k % len(shades)],
            head.root,
            rings=rings,
            sides=16,
        )
        threads = []
        for _ in range(26):
            a = chance(0, 2 * math.pi)
            around = width * 0.5 * taper * (math.cos(a) * side + math.sin(a) * front)
            threads.append(lock + around * np.linspace(1, 0.68, rings)[:, None])
        strands(threads, 0.006, wool, head.root)
    tuft = [
        centre[-1] + np.linspace(0, 1, 6)[:, None] * np.array([bell(0.03), bell(0.03), -0.13])
        for _ in range(30)
    ]
    strands(tuft, 0.007, wool, head.root, pointed=True)
    return centre[-1]


def pompom(head: Head, wool: Any, at: Point, radius: float, count: int = 130, size: float = 0.035) -> None:
    """A ball of curls, for puffs and tails."""
    golden, paths = math.pi * (3 - math.sqrt(5)), []
    ellipsoid(radius * 0.9, at, wool[0] if isinstance(wool, list) else wool, head.root)
    for k in range(count):
        z = 1 - 2 * (k + 0.5) / count
        a = golden * k
        axis = np.array([math.sqrt(1 - z * z) * math.cos(a), math.sqrt(1 - z * z) * math.sin(a), z])
        paths.append(_coil(np.array(at) + axis * radius * chance(0.9, 1.06), axis, size * chance(0.8, 1.25)))
    strands(paths, 0.011, wool, head.root)
