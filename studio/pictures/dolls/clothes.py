"""What dolls wear: collars, lapels, bows, buttons and hats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .doll import Doll
from .fibres import fuzz
from .head import Head
from .meshes import Array, Object, Point, cutout, ellipsoid, grid, pivot, smooth, tube

Outline = Sequence[tuple[float, float]]


def piece(
    doll: Doll, outline: Outline, cloth: Any, off: float, thickness: float = 0.022, fibres: int = 0
) -> Object:
    """A cut-out on the torso; the outline is in (angle from the front, height)."""
    item = cutout(doll.body, outline, cloth, doll.root, off, thickness)
    return fuzz(item, fibres, 0.010) if fibres else item


def mirrored(
    doll: Doll, outline: Outline, cloth: Any, off: float, thickness: float = 0.022, fibres: int = 0
) -> None:
    for s in (-1, 1):
        piece(doll, [(s * a, z) for a, z in outline], cloth, off, thickness, fibres)


def collar(doll: Doll, cloth: Any, scale: float = 1.0, off: float = 0.045, pointed: bool = False) -> None:
    """A turned-down collar; pointed for shirts, round for children's dresses."""
    top = doll.body.top - 0.03
    if pointed:
        shape = [
            (0.03, 0.0),
            (0.5, 0.05),
            (1.2, 0.03),
            (1.2, -0.05),
            (0.55, -0.10),
            (0.26, -0.19),
            (0.10, -0.12),
        ]
    else:
        curve = [
            (0.06 + 0.85 * t, -0.10 - 0.10 * math.sin(math.pi * min(1, t * 1.25)))
            for t in np.linspace(0, 1, 12)
        ]
        shape = [(0.03, 0.0), (0.6, 0.04), (1.1, 0.02), *[(a, z) for a, z in curve[::-1]]]
    mirrored(doll, [(a, top + z * scale) for a, z in shape], cloth, off)


def buttons(
    doll: Doll,
    heights: Sequence[float],
    material: Any,
    radius: float = 0.03,
    off: float = 0.03,
    angle: float = 0.0,
) -> None:
    for z in heights:
        item = ellipsoid(
            (radius, radius, radius * 0.42), doll.body(angle, z, off), material, doll.root, segments=32
        )
        item.rotation_mode = "QUATERNION"
        item.rotation_quaternion = doll.body.normal(angle, z).to_track_quat("Z", "Y")


def bow(
    cloth: Any, at: Point, parent: Object, size: float = 0.12, turn: Point = (0, 0, 0), tails: float = 0.0
) -> None:
    """A tied bow; tails hang down by that many sizes."""
    handle = pivot(at, turn, parent=parent)
    u, t = np.linspace(0, 2 * math.pi, 40, endpoint=False)[None], np.linspace(0, 1, 24)[:, None]
    tall = size * (0.22 + 0.62 * np.sin(t * math.pi * 0.62))
    deep = size * (0.16 + 0.30 * np.sin(t * math.pi * 0.8))
    end = np.sqrt(np.clip(1 - np.clip((t - 0.86) / 0.14, 0, 1) ** 2, 0.01, 1))
    for s in (-1, 1):
        across = s * t * size * 1.25 + 0 * u
        folds = tall * end * np.cos(u) * (1 + 0.06 * np.cos(5 * u))
        wing = grid("bow", np.stack([across, deep * end * np.sin(u) * 0.8, folds], -1), cloth, handle)
        fuzz(wing, 1300, 0.010)
        if tails:
            fall = [
                (0, 0.01, 0),
                (s * 0.35 * size, -0.02, -0.6 * size * tails),
                (s * 0.5 * size, 0, -size * tails),
            ]
            fuzz(tube(fall, [size * 0.12, size * 0.22, size * 0.26], cloth, handle, squash=0.3), 500, 0.010)
    fuzz(ellipsoid((size * 0.26, size * 0.30, size * 0.34), (0, -0.01, 0), cloth, handle), 600, 0.010)


def suit(doll: Doll, shirt: Any, waistcoat: Any, lapels: Any) -> None:
    """Shirt front, waistcoat and notched lapels on a man's torso."""
    piece(doll, [(-0.32, 1.12), (0.32, 1.12), (0.02, 0.52), (-0.02, 0.52)], shirt, 0.008, 0.014)
    front = [(-0.42, 0.98), (-0.31, 0.98), (0, 0.68), (0.31, 0.98), (0.42, 0.98), (0.36, 0.05), (-0.36, 0.05)]
    piece(doll, front, waistcoat, 0.018, 0.02, 3000)
    lapel = [
        (0.30, 1.12),
        (0.60, 1.06),
        (0.78, 0.87),
        (0.58, 0.86),
        (0.62, 0.78),
        (0.20, 0.34),
        (0.15, 0.40),
        (0.36, 0.90),
    ]
    mirrored(doll, lapel, lapels, 0.044, 0.03, 4500)
    collar(doll, shirt, 0.9, 0.05, pointed=True)


def chain(
    points: Sequence[Point] | Array, material: Any, parent: Object, links: int = 26, size: float = 0.011
) -> None:
    for k, point in enumerate(smooth(points, links)):
        ellipsoid(
            (size * 1.35, size * 0.7, size), point, material, parent, turn=(90 * (k % 2), 0, 0), segments=14
        )


def flat_cap(head: Head, cloth: Any, lift: float = 0.70, tilt: Point = (-7, 0, 4)) -> None:
    """A soft eight-piece cap with a stiff peak; lift is where its band sits, in head radii."""
    r = head.radius
    handle = pivot((0, 0.05 * r, lift * r), tilt, parent=head.root)
    u, v = np.linspace(0, 2 * math.pi, 128, endpoint=False)[None], np.linspace(0, 1, 56)[:, None]
    profile = (
        smooth(
            [
                (0.90, -0.14),
                (0.93, 0.0),
                (1.10, 0.12),
                (1.14, 0.26),
                (1.00, 0.42),
                (0.58, 0.52),
                (0.001, 0.55),
            ],
            56,
        )
        * r
    )
    radius, height = profile[:, :1], profile[:, 1:]
    seams = 1 - 0.014 * np.exp(-((np.abs(np.sin(4 * u)) / 0.10) ** 2)) * np.clip(v * 2, 0, 1)
    slump = 0.20 * r * (np.cos(u) * 0.5 + 0.5) * np.sin(math.pi * np.clip(v, 0, 1))
    forward = 0.10 * r * np.clip(v * 1.5, 0, 1) * (height > 0)
    points = np.stack([radius * np.sin(u) * seams, -radius * np.cos(u) * seams - forward, height - slump], -1)
    fuzz(grid("cap", points, cloth, handle), 11000, 0.014)
    a, w = np.linspace(-1.12, 1.12, 70)[None], np.linspace(0, 1, 16)[:, None]
    reach = 0.34 * np.sqrt(np.clip(1 - (a / 1.13) ** 2, 0, 1))
    out = r * (0.90 + reach * w)
    dip = r * (-0.07 - 0.13 * w**1.3 * np.cos(a) ** 0.8)
    peak = grid("peak", np.stack([out * np.sin(a), -out * np.cos(a), dip], -1), cloth, handle, wrap=False)
    solid = peak.modifiers.new("thickness", "SOLIDIFY")
    solid.thickness, solid.offset = 0.04 * r / 0.5, 0
    peak.modifiers.new("round", "SUBSURF").render_levels = 1
    fuzz(peak, 4000, 0.012)
    fuzz(ellipsoid((0.07 * r, 0.07 * r, 0.04 * r), (0, -0.10 * r, 0.545 * r), cloth, handle), 300, 0.012)


def straw_hat(head: Head, straw: Any, ribbon: Any, tilt: Point = (-16, 0, 0), brim: float = 1.75) -> None:
    """A boater-like sun hat of coiled straw, worn on the back of the head."""
    r = head.radius
    handle = pivot((0, 0.16 * r, 0.50 * r), tilt, parent=head.root)
    shape = [
        (0.001, 0.62),
        (0.55, 0.60),
        (0.90, 0.44),
        (0.99, 0.08),
        (1.04, 0.0),
        (1.4, -0.03),
        (brim, -0.12),
    ]
    profile = smooth(shape, 420) * r
    u = np.linspace(0, 2 * math.pi, 160, endpoint=False)[None]
    k = np.arange(420)[:, None]
    coil = 0.016 * r * np.abs(np.sin(math.pi * (k / 12 + u / (2 * math.pi))))
    braid = 0.006 * r * np.sin(u * 60 + k * 0.5)
    wavy = 0.05 * r * np.sin(3 * u + 0.7) * np.clip((profile[:, :1] / r - 1.05) / 0.6, 0, 1)
    points = np.stack(
        [profile[:, :1] * np.sin(u), -profile[:, :1] * np.cos(u), profile[:, 1:] + coil + braid + wavy], -1
    )
    hat = grid("hat", points, straw, handle, cap=False)
    hat.modifiers.new("thickness", "SOLIDIFY").thickness = 0.02 * r
    band = np.linspace(0, 1, 12)[:, None]
    ring = r * (1.01 - 0.05 * band)
    points = np.stack([ring * np.sin(u), -ring * np.cos(u), r * (0.05 + 0.24 * band) + 0 * u], -1)
    fuzz(grid("ribbon", points, ribbon, handle, cap=False), 2500, 0.010)
    bow(ribbon, (0.86 * r, -0.60 * r, 0.15 * r), handle, 0.2 * r, (0, 0, 55), tails=2.4)
