"""A doll's head and face. Features are placed in face coordinates: x to the viewer's right, z up, 1 = the radius."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .fibres import chance, strands
from .materials import glint, paint, skin
from .meshes import Array, Object, Point, cutout, ellipsoid, grid, loop, pivot, tube


@dataclass(frozen=True)
class Complexion:
    """Colours of painted skin."""

    tone: str
    blush: str
    lips: str


PORCELAIN = Complexion("#f1cdb4", "#d9705c", "#a8433d")
ROSY = Complexion("#e9b896", "#d2654e", "#9a3f36")
OLIVE = Complexion("#d9a57c", "#c4614a", "#8c3a30")
HONEY = Complexion("#c98f62", "#b9553d", "#84332a")
BROWN = Complexion("#a06a45", "#9c4230", "#6d2620")
DEEP = Complexion("#74472f", "#8e3a2c", "#571d1b")


class Head:
    """A head on a tiltable pivot (self.root); everything on it is parented there."""

    def __init__(
        self,
        parent: Object,
        at: Point,
        radius: float,
        complexion: Complexion,
        tilt: Point = (0, 0, 0),
        shape: Point = (1.0, 0.96, 1.04),
        cheeks: float = 0.07,
        chin: float = 0.05,
        blush: float = 0.36,
    ) -> None:
        self.root = pivot(at, tilt, parent=parent)
        self.radius, self.complexion = radius, complexion
        self.shape, self.cheeks, self.chin = np.array(shape) * radius, cheeks, chin
        spots = [(tuple(self.at(s * 0.47, -0.24)), blush * radius) for s in (-1, 1)]
        theta = np.linspace(math.pi - 0.001, 0.001, 72)[:, None]
        phi = np.linspace(0, 2 * math.pi, 112, endpoint=False)[None]
        unit = np.stack(
            [np.sin(theta) * np.sin(phi), -np.sin(theta) * np.cos(phi), np.cos(theta) + 0 * phi], -1
        )
        face = skin(complexion.tone, complexion.blush, spots)
        self.mesh = grid("head", self.toward(unit), face, self.root)

    def toward(self, direction: Array | Point, off: Array | float = 0.0) -> Array:
        """The points of the surface in these directions from the centre, `off` outside it."""
        d = np.asarray(direction, float)
        d = d / np.linalg.norm(d, axis=-1, keepdims=True)
        z = d[..., 2:3]
        wide = (
            1 + self.cheeks * np.exp(-(((z + 0.36) / 0.34) ** 2)) - self.chin * np.clip(-z - 0.55, 0, 1) * 2
        )
        point = d * self.shape * np.concatenate([wide, 1 + 0 * z, 1 + 0 * z], -1)
        normal = d / self.shape
        normal = normal / np.linalg.norm(normal, axis=-1, keepdims=True)
        return point + normal * np.asarray(off, float)[..., None]

    def at(self, x: float, z: float, off: float = 0.0) -> Array:
        return self.toward((x, -math.sqrt(max(0.02, 1 - x * x - z * z)), z), off)

    def eyes(
        self,
        x: float = 0.31,
        z: float = -0.03,
        size: float = 0.115,
        lids: float = 0.0,
        lashes: bool = False,
        out: float = 0.0,
        bead: Any = None,
    ) -> None:
        """Glossy beads with a painted catchlight. lids is the part covered from above; out lifts them over fur."""
        bead = bead or paint("#0d0806", 0.05, coat=1.0)
        light, ink, r = glint(), paint("#1c100b", 0.6), size * self.radius
        for s in (-1, 1):
            centre = self.at(s * x, z, out - r * 0.28)
            ellipsoid((r, r * 0.82, r * 1.12), centre, bead, self.root)
            ellipsoid(r * 0.21, centre + np.array([-0.34, -0.72, 0.48]) * r, light, self.root, segments=16)
            ellipsoid(r * 0.09, centre + np.array([0.34, -0.76, -0.36]) * r, light, self.root, segments=12)
            if lids:
                lid = (r * 1.10, r * 0.94, r * 1.22)
                shell = skin(self.complexion.tone, self.complexion.blush)
                ellipsoid(lid, centre, shell, self.root, turn=(-14, 0, s * 3), bottom=90 * lids + 20)
            if lashes:
                line = [
                    self.at(s * (x + size * 1.15 * t), z + size * (1.0 - 0.75 * t * t), out + 0.012)
                    for t in _steps()
                ]
                tube(line, [0.05 * r, 0.15 * r, 0.15 * r, 0.07 * r], ink, self.root, rings=24, sides=10)
                flick = [line[-1], line[-1] + np.array([s * 0.30, -0.02, 0.24]) * r]
                strands([np.linspace(*flick, 5)], 0.07 * r, ink, self.root, pointed=True)

    def smiling_eyes(self, x: float = 0.31, z: float = -0.02, width: float = 0.12) -> None:
        """Eyes closed by laughter."""
        ink = paint("#24130c", 0.5)
        for s in (-1, 1):
            line = [self.at(s * x + width * t, z + 0.08 * (1 - t * t), 0.008) for t in _steps()]
            tube(line, [0.012, 0.022, 0.024, 0.022, 0.012], ink, self.root, rings=28, sides=12)

    def brows(
        self,
        wool: Any,
        x: float = 0.31,
        z: float = 0.20,
        width: float = 0.14,
        lift: float = 0.05,
        thickness: float = 0.02,
        count: int = 12,
        slant: float = 0.03,
    ) -> None:
        paths = []
        for s in (-1, 1):
            for _ in range(count):
                j, w = chance(-0.02, 0.02), width * chance(0.8, 1.1)
                height = chance(0.012, 0.03) * self.radius / 0.5
                paths.append(
                    [
                        self.at(s * (x + w * t), z + j + lift * (1 - t * t) - slant * t, height)
                        for t in _steps()
                    ]
                )
        strands(paths, thickness * self.radius, wool, self.root, pointed=True)

    def nose(self, z: float = -0.17, size: Point = (0.09, 0.10, 0.085)) -> None:
        r = self.radius
        centre = self.at(0, z, size[1] * r * 0.35)
        tip = (((0.0, -size[1] * r, 0.0), size[1] * r * 1.5),)
        material = skin(self.complexion.tone, self.complexion.blush, tip)
        ellipsoid(np.array(size) * r, centre, material, self.root)

    def ears(self, z: float = -0.08, size: float = 0.17) -> None:
        r = size * self.radius
        material = skin(self.complexion.tone, self.complexion.blush, (((0, -r, 0), r * 0.9),))
        for s in (-1, 1):
            centre = self.toward((s * 1.0, 0.06, z), 0.005)
            ellipsoid((r * 0.5, r * 0.66, r), centre, material, self.root, turn=(0, s * 8, s * 24))

    def smile(
        self, z: float = -0.40, width: float = 0.17, curve: float = 0.08, thickness: float = 0.02
    ) -> None:
        lips = paint(self.complexion.lips, 0.55)
        line = [self.at(width * t, z - curve * (1 - t * t), 0.004) for t in _steps()]
        r = thickness * self.radius
        tube(line, [r * 0.7, r * 1.15, r * 1.3, r * 1.15, r * 0.7], lips, self.root, rings=40, sides=12)

    def laugh(self, z: float = -0.36, width: float = 0.17, depth: float = 0.17) -> None:
        """An open mouth: dark felt with a tongue, and a line of lip above."""
        arc = [(width * t, z - depth * math.sqrt(max(0.0, 1 - t * t))) for t in np.linspace(-1, 1, 25)]
        lid = [(width * t, z - 0.05 * (1 - t * t)) for t in np.linspace(1, -1, 13)[1:-1]]
        cutout(self.at, arc + lid, paint("#5a1c1c", 0.7), self.root, 0.003, 0.008, 0.02)
        tongue = [
            (width * 0.55 * math.cos(a), z - depth * 0.74 + depth * 0.2 * math.sin(a))
            for a in np.linspace(0, 6.1, 22)
        ]
        cutout(self.at, tongue, paint("#c8615c", 0.6), self.root, 0.008, 0.008, 0.02)

    def freckles(self, count: int = 22) -> None:
        dot = paint("#b06a45", 0.7)
        for k in range(count):
            s = -1 if k % 2 else 1
            at = self.at(s * chance(0.12, 0.55), chance(-0.28, -0.10), -0.002)
            ellipsoid(self.radius * chance(0.010, 0.017), at, dot, self.root, segments=10)

    def moustache(
        self, wool: Any, z: float = -0.30, width: float = 0.42, droop: float = 0.07, curl: float = 0.15
    ) -> None:
        """Two combed wings whose tips turn up by curl."""
        paths = []
        for s in (-1, 1):
            for _ in range(90):
                a, b, reach = chance(-1, 1), chance(0, 1), width * chance(0.62, 1.0)
                path = []
                for t in np.linspace(0, 1, 14):
                    full = math.sin(math.pi * min(1, 0.12 + t * 0.88)) ** 0.7
                    height = (
                        z
                        - droop * math.sin(t * math.pi * 0.62)
                        + curl * (reach / width) * t**3
                        + a * 0.065 * full
                    )
                    bulge = 0.06 * full * b * (1 - abs(a))
                    path.append(self.at(s * (0.012 + reach * t), height, 0.035 + bulge))
                paths.append(path)
        strands(paths, 0.0125 * self.radius / 0.5, wool, self.root, pointed=True)

    def glasses(
        self, frame: Any, x: float = 0.31, z: float = -0.02, size: float = 0.205, wire: float = 0.02
    ) -> None:
        """Round frames without lenses (which would only put a haze over the eyes)."""
        r, rim = self.radius, size * self.radius
        front = float(self.at(x, z)[1]) - 0.06 * r / 0.5
        height = z * float(self.shape[2])
        for s in (-1, 1):
            ring = [
                (
                    s * x * r + rim * math.cos(a),
                    front + 0.09 * r * max(0.0, s * math.cos(a)),
                    height + rim * math.sin(a),
                )
                for a in np.linspace(0, 2 * math.pi, 64, endpoint=False)
            ]
            loop(ring, wire * r, frame, self.root)
            hinge = np.array([s * (x * r + rim), front + 0.09 * r, height + 0.03 * r])
            side = [self.toward((s * math.sin(a), -math.cos(a), 0.03), 0.022) for a in (0.85, 1.1, 1.4, 1.7)]
            tube([hinge, *side], wire * r * 0.9, frame, self.root)
        half = x * r - rim
        bridge = [
            (half * math.cos(t), front - 0.01, height + half * 0.8 * math.sin(t))
            for t in np.linspace(0, math.pi, 12)
        ]
        tube(bridge, wire * r * 0.9, frame, self.root, rings=24, sides=12)


def _steps(count: int = 9) -> Sequence[float]:
    return list(np.linspace(-1, 1, count))
