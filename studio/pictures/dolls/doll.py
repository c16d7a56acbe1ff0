"""A doll's body: a turned torso, arms that grow out of its shoulders and reach for a point, hands with fingers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from mathutils import Matrix, Vector

from .builds import Build
from .fibres import fuzz
from .head import Complexion, Head
from .materials import skin
from .meshes import Array, Knit, Lathe, Object, Point, pivot, smooth, tube


def unit(vector: Sequence[float] | Array) -> Array:
    v = np.asarray(vector, float)
    return v / np.linalg.norm(v)


def elbow_of(shoulder: Array, wrist: Array, upper_arm: float, forearm: float, outwards: Array) -> Array:
    """Where the elbow lies, bent towards `outwards`; an arm that can't reach is stretched (law of cosines)."""
    line = wrist - shoulder
    distance = float(np.linalg.norm(line))
    stretch = max(1.0, distance / (0.985 * (upper_arm + forearm)))
    a, b = upper_arm * stretch, forearm * stretch
    along = (a * a - b * b + distance * distance) / (2 * distance)
    away = outwards - unit(line) * float(np.dot(outwards, unit(line)))
    return shoulder + unit(line) * along + unit(away) * math.sqrt(max(0.0, a * a - along * along))


class Doll:
    """One figure; its parts share self.root, which looks along -Y turned by `turn` degrees."""

    def __init__(
        self,
        build: Build,
        complexion: Complexion,
        at: Point = (0, 0, 0),
        turn: float = 0.0,
        size: float = 1.0,
    ) -> None:
        self.build, self.complexion = build, complexion
        self.root = pivot(at, (0, 0, turn), size)
        self.body = Lathe(build.profile, 0.8)

    def inside(self, point: Point) -> Array:
        """A point of the scene in this doll's coordinates, for a hand that reaches for something."""
        place = Matrix.LocRotScale(self.root.location, self.root.rotation_euler, self.root.scale)
        return np.array(place.inverted() @ Vector(point))

    def clothe(
        self,
        cloth: Any,
        knit: Knit | None = None,
        pleats: tuple[int, float] | None = None,
        fibres: int = 14000,
    ) -> Object:
        """The torso in one cloth; what is worn over it is cut out and laid on."""
        return fuzz(self.body.build(cloth, self.root, knit, pleats), fibres, spread=0.014)

    def head(self, tilt: Point = (0, 0, 0), **shape: Any) -> Head:
        height, radius = self.build.head
        return Head(self.root, (0, -0.03, height), radius, self.complexion, tilt, **shape)

    def arm(
        self,
        side: int,
        wrist: Point,
        sleeve: Any,
        elbow: Point = (1, 0.5, -0.6),
        *,
        palm: Point = (0, 0, -1),
        forward: Point | None = None,
        curl: float = 0.35,
        knit: Knit | None = None,
        cuff: Any = None,
        puff: float = 1.0,
        bare: float = 0.0,
    ) -> None:
        """
        An arm from the shoulder (side -1 is the viewer's left) to the wrist, and its hand. `elbow` is where the elbow
        points (x away from the body), `palm` where the fingers curl to, by `curl`; the hand goes on `forward` or in the
        forearm's direction. `puff` widens the shoulder, `bare` is the part of the arm without sleeve.
        """
        build = self.build
        line = self._reach(side, np.array(wrist, float), np.array(elbow, float) * (side, 1, 1))
        radii = np.array(build.sleeve) * (1, puff, 1, 1, 1)
        covered = int(len(line) * (1 - bare))
        radii = np.interp(np.linspace(0, covered / len(line), 5), np.linspace(0, 1, 5), radii)
        fuzz(tube(line[:covered], radii, sleeve, self.root, knit, rings=covered), 6000, spread=0.014)
        if bare:
            flesh = skin(self.complexion.tone, self.complexion.blush)
            tube(line[covered - 10 :], np.array((0.72, 0.62, 0.55)) * build.hand, flesh, self.root)
        onward = unit(line[-1] - line[-8])
        if cuff is not None:
            band = [line[-1] - onward * 0.045, line[-1], line[-1] + onward * 0.035]
            fuzz(tube(band, radii[-1] * 1.1, cuff, self.root), 900)
        at = line[-1] + onward * build.hand * 0.55
        _hand(self, at, unit(forward) if forward else onward, unit(palm), side, curl)

    def _reach(self, side: int, wrist: Array, outwards: Array) -> Array:
        """The arm's middle line from inside the shoulder over the elbow, as 80 points."""
        x, z = self.build.shoulder
        shoulder = np.array([side * x, 0.0, z])
        elbow = elbow_of(shoulder, wrist, self.build.upper_arm, self.build.forearm, outwards)
        inner = np.array([side * x * 0.55, 0.0, z + 0.02])
        upper, fore = shoulder * 0.45 + elbow * 0.55, elbow * 0.45 + wrist * 0.55
        return smooth([inner, shoulder, upper, elbow, fore, wrist], 80)


def _hand(doll: Doll, at: Array, forward: Array, palm: Array, side: int, curl: float) -> None:
    """Palm, four fingers that curl towards `palm` (0 flat, 1 a fist) and a thumb on the inner side."""
    h, flesh = doll.build.hand, skin(doll.complexion.tone, doll.complexion.blush)
    normal = unit(palm - forward * float(np.dot(palm, forward)))
    across = np.cross(forward, normal)
    wrist, knuckles = at - forward * h * 0.75, at + forward * h * 0.38
    tube(
        [wrist, at - forward * h * 0.1, knuckles], [h * 0.56, h * 0.78, h * 0.66], flesh, doll.root, rings=40
    )
    for finger, length in enumerate((0.40, 0.45, 0.44, 0.36)):
        offset = across * (finger - 1.5) * h * 0.40
        path = [at + offset, knuckles + offset]
        angle = 0.0
        for bend in (0.5, 1.15, 1.15):
            angle += curl * bend
            path.append(path[-1] + h * length * (forward * math.cos(angle) + normal * math.sin(angle)))
        tube(path, [h * 0.25, h * 0.245, h * 0.20], flesh, doll.root, rings=30, sides=20)
    inner = across if float(np.dot(across, (-side, 0.0, 0.55))) > 0 else -across
    thumb = [
        at + h * (-0.3 * forward + 0.3 * inner),
        at + h * (0.72 * inner + 0.25 * normal),
        at + h * (0.55 * forward + 0.66 * inner + (0.45 + 0.3 * curl) * normal),
    ]
    tube(thumb, [h * 0.29, h * 0.27, h * 0.20], flesh, doll.root, rings=30, sides=20)
