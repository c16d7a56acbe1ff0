"""Two sisters before a painted sea."""

from __future__ import annotations

import math

import numpy as np

from dolls.builds import GIRL
from dolls.clothes import bow, mirrored, straw_hat
from dolls.doll import Doll
from dolls.fibres import fuzz
from dolls.hair import combed, plait
from dolls.head import PORCELAIN
from dolls.materials import felt, paint, striped, wool, yarn
from dolls.meshes import Lathe, pivot, tube
from dolls.studio import Frame, backdrop, lights, seaside

NAVY, CREAM, RED = "#33496a", "#f1e8d8", "#b5402f"


def _sailor(doll: Doll, dress: str, trim: str) -> None:
    """A sailor dress: pleated skirt, square collar and a knotted scarf."""
    doll.clothe(felt(dress, 0.12), pleats=(20, 0.024))
    flap = [(0.05, 0.80), (0.45, 0.93), (1.2, 0.92), (1.2, 0.72), (0.75, 0.70), (0.16, 0.56)]
    mirrored(doll, flap, felt(trim), 0.035, 0.022, 2000)
    mirrored(doll, [(0.68, 0.735), (0.73, 0.735), (0.25, 0.60), (0.21, 0.62)], felt(dress), 0.055, 0.008)
    bow(felt(RED), doll.body(0, 0.60, 0.07), doll.root, 0.10, tails=1.7)


def elder() -> Doll:
    doll = Doll(GIRL, PORCELAIN, at=(-0.58, 0.10, 0.08), turn=14, size=1.16)
    _sailor(doll, NAVY, CREAM)
    sleeve, hair = felt(NAVY, 0.12), yarn("#a8552a")
    doll.arm(
        1,
        doll.inside((0.30, -0.20, 0.44)),
        sleeve,
        (1, 0.5, -0.3),
        palm=(-0.4, -0.4, -1),
        curl=0.3,
        cuff=felt(CREAM),
        forward=(0.7, -0.6, -0.3),
    )
    doll.arm(
        -1,
        (-0.26, -0.40, 0.22),
        sleeve,
        (1, 0.3, -0.4),
        puff=1.25,
        palm=(0.6, 0, -0.6),
        cuff=felt(CREAM),
        curl=0.5,
    )
    head = doll.head(tilt=(2, 6, 5), cheeks=0.08, blush=0.40)
    head.eyes(0.34, -0.08, 0.132, lashes=True)
    head.brows(hair, 0.34, 0.17, 0.12, 0.045, 0.013, 9)
    head.nose(-0.24, (0.08, 0.09, 0.072))
    head.smile(-0.40, 0.19, 0.10, 0.024)
    head.freckles()
    combed(head, hair, lambda a: 74 + 34 * min(1, max(0, abs(a) - 0.5) / 0.9) ** 1.2, tilt=18)
    for s in (-1, 1):
        root = np.array(head.toward((s * 0.88, 0.05, -0.36), 0.05))
        end = plait(
            head,
            hair,
            [
                root,
                root + (s * 0.07, -0.10, -0.14),
                root + (s * 0.05, -0.20, -0.30),
                root + (s * 0.0, -0.25, -0.46),
            ],
            0.068,
        )
        bow(felt(RED), end + (0, -0.05, 0.03), head.root, 0.08, (0, s * 8, 0))
    straw_hat(head, wool("#d9b878"), felt(NAVY), (-20, 3, 0), 1.52)
    return doll


def younger() -> Doll:
    doll = Doll(GIRL, PORCELAIN, at=(0.56, -0.40, -0.20), turn=-10)
    _sailor(doll, CREAM, NAVY)
    sleeve, hair = striped(CREAM, NAVY, 11), yarn("#d9ae6a", 0.2)
    for s in (-1, 1):
        doll.arm(
            s,
            (s * 0.10, -0.47, 0.34),
            sleeve,
            (1, 0.2, -0.5),
            puff=1.2,
            palm=(-s * 0.2, 0.4, -1),
            curl=0.9,
            forward=(-s, -0.5, 0.0),
        )
    _bucket((0, -0.56, 0.28), doll)
    head = doll.head(tilt=(2, -5, -5), cheeks=0.11, blush=0.44)
    head.eyes(0.35, -0.11, 0.140)
    head.brows(hair, 0.35, 0.15, 0.11, 0.04, 0.013, 8)
    head.nose(-0.26, (0.078, 0.085, 0.07))
    head.laugh(-0.40, 0.165, 0.15)
    combed(
        head,
        hair,
        lambda a: 72 + 42 * min(1, max(0, abs(a) - 0.5) / 0.7) ** 1.2,
        tilt=18,
        body=0.04,
        layers=5,
    )
    straw_hat(head, wool("#e2c68c"), felt(RED), (-24, -4, 0), 1.42)
    return doll


def _bucket(at: tuple[float, float, float], doll: Doll) -> None:
    """A tin bucket that hangs from its handle."""
    tin = paint(RED, 0.3, coat=0.8)
    handle = pivot(at, parent=doll.root)
    arc = [(0.15 * math.cos(a), 0, 0.16 * math.sin(a) - 0.15) for a in np.linspace(0, math.pi, 24)]
    tube(arc, 0.010, paint("#d8d2c4", 0.25, 1.0), handle)
    shell = Lathe([(-0.44, 0.09), (-0.43, 0.115), (-0.30, 0.14), (-0.16, 0.165)], 1.0)
    shell.build(tin, handle)
    for z in (-0.425, -0.17):
        r = float(shell.radius(z)) + 0.006
        tube([(r * math.sin(a), -r * math.cos(a), z) for a in np.linspace(-3.1, 3.1, 40)], 0.010, tin, handle)
    fuzz(
        Lathe([(-0.20, 0.150), (-0.145, 0.11), (-0.125, 0.02)], 1.0).build(felt("#d8bd8c", 0.2), handle),
        3000,
        0.006,
    )


def build() -> Frame:
    elder()
    younger()
    lights((0, 0, 1.1), 2.0, key=1.12, fill=0.50, rim=1.1)
    backdrop(seaside(0.98), 2.0, floor=-0.8)
    return Frame(1440, 960, (0, -8.0, 1.36), (0.02, 0, 1.10), (0, -0.35, 1.35), 121, 0.9)
