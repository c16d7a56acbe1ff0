"""Bride and groom, heads together."""

from __future__ import annotations

import math

import numpy as np

from dolls.builds import MAN, WOMAN
from dolls.clothes import bow, buttons, suit
from dolls.doll import Doll
from dolls.fibres import bell, chance
from dolls.hair import combed, parted
from dolls.head import OLIVE, ROSY
from dolls.materials import felt, paint, tulle, yarn
from dolls.meshes import ellipsoid, grid, smooth
from dolls.props import bouquet, leaf, rose
from dolls.studio import Frame, backdrop, canvas, lights


def groom() -> Doll:
    doll = Doll(MAN, OLIVE, at=(-0.48, 0.14, 0.10), turn=14)
    cloth, white, hair = felt("#30353d", 0.16), felt("#f3ecdf", 0.05), yarn("#2b1d15")
    doll.clothe(cloth)
    suit(doll, white, felt("#8d8675"), felt("#22262c"))
    buttons(doll, (0.56, 0.42, 0.28), paint("#e9dfca", 0.3), 0.024, 0.036)
    bow(felt("#7c2f35"), (0, -0.30, 1.075), doll.root, 0.125)
    flower = doll.body(-0.62, 0.80, 0.10)
    rose(flower, (-0.4, -1, 0.3), 0.075, felt("#d98f86"), doll.root)
    leaf(flower, (-0.5, -0.3, -0.8), 0.13, felt("#6d7f57"), doll.root)
    doll.arm(-1, (-0.48, -0.34, 0.18), cloth, (1, 0.5, -0.3), cuff=white)
    doll.arm(
        1,
        (0.34, -0.52, 0.36),
        cloth,
        (1, 0.3, -0.6),
        cuff=white,
        palm=(-0.1, -0.4, -1),
        forward=(0.6, -0.6, 0.05),
        curl=0.5,
    )
    head = doll.head(tilt=(2, 6, 2), shape=(0.95, 0.96, 1.05), cheeks=0.04, chin=0.08)
    head.ears(-0.06)
    head.eyes(0.33, -0.02, 0.118, lids=0.18)
    head.brows(hair, 0.33, 0.24, 0.15, 0.045, 0.022, 18)
    head.nose(-0.20, (0.11, 0.135, 0.105))
    head.moustache(hair, -0.335, 0.34, 0.05, 0.07)
    head.smile(-0.52, 0.14, 0.06, 0.022)
    combed(
        head, hair, lambda a: 60 + 42 * min(1, abs(a + 0.25) / 1.5) ** 1.6, tilt=16, sweep=0.75, body=0.034
    )
    return doll


def veil(doll: Doll, height: float) -> None:
    """Tulle from the crown of the head down behind the shoulders."""
    a, v = np.linspace(-2.35, 2.35, 120)[None], np.linspace(0, 1, 60)[:, None]
    profile = smooth([(0.36, 0.46), (0.50, 0.30), (0.56, 0.0), (0.58, -0.3), (0.66, -0.7), (0.80, -1.3)], 60)
    r, z = profile[:, :1], profile[:, 1:]
    folds = 1 + (0.02 + 0.07 * v) * np.sin(a * 11 + 0.6 * np.sin(3 * a))
    points = np.stack([r * folds * np.sin(a), 0.10 + r * folds * np.cos(a) * 0.8, height + z + 0 * a], -1)
    grid("veil", points, tulle("#fbf5ea", 0.34), doll.root, wrap=False)


def bride() -> Doll:
    doll = Doll(WOMAN, ROSY, at=(0.48, -0.08, 0.06), turn=-12)
    satin, lace, hair = felt("#f0e7d8", 0.05), felt("#faf4e8", 0.04), yarn("#6b3b22")
    doll.clothe(satin, pleats=(26, 0.03), fibres=16000)
    for k in range(11):
        t = (k - 5) * 0.34
        at = doll.body(t, 0.985 - 0.05 * math.cos(t * 0.5), 0.02)
        rose(at, at - np.array([0, 0, at[2]]) + np.array([0, 0, 0.12]), 0.052, lace, doll.root)
    for t in np.linspace(-1.25, 1.25, 23):
        ellipsoid(
            0.019,
            doll.body(t, 1.085 - 0.035 * math.cos(t), 0.035),
            paint("#f6efe2", 0.18, coat=1.0),
            doll.root,
            segments=16,
        )
    doll.arm(
        -1,
        (-0.15, -0.50, 0.44),
        satin,
        (1, 0.2, -0.6),
        cuff=lace,
        palm=(0.3, -0.8, -0.3),
        forward=(0.9, -0.5, 0.1),
        curl=0.8,
        puff=1.3,
    )
    doll.arm(
        1,
        (0.15, -0.50, 0.40),
        satin,
        (1, 0.2, -0.6),
        cuff=lace,
        palm=(-0.3, -0.8, -0.3),
        forward=(-0.9, -0.5, 0.1),
        curl=0.8,
        puff=1.3,
    )
    felts = [felt("#d98f86"), felt("#f1e3d0", 0.06), felt("#b9574f"), felt("#e6b9a6")]
    bouquet(np.array([0.0, -0.66, 0.50]), 0.22, felts, felt("#6d7f57"), doll.root, 11)
    head = doll.head(tilt=(2, -7, -3), cheeks=0.06, chin=0.09)
    head.eyes(0.33, -0.06, 0.126, lashes=True)
    head.brows(hair, 0.33, 0.19, 0.13, 0.05, 0.012, 9)
    head.nose(-0.21, (0.08, 0.09, 0.075))
    head.smile(-0.41, 0.17, 0.09, 0.026)
    parted(head, hair, 0.28, drop=-0.25)
    crown = [
        head.toward((math.sin(a), -math.cos(a) * 0.75, 0.62 + 0.10 * math.cos(a)), 0.085)
        for a in np.linspace(-1.5, 1.5, 9)
    ]
    for k, at in enumerate(crown):
        rose(at, at, 0.062, felts[(k * 3) % 4], head.root)
        leaf(at, at + np.array([chance(-1, 1) * 0.3, bell(0.1), -0.35]), 0.16, felt("#7b8b62"), head.root)
    veil(doll, 1.62)
    return doll


def build() -> Frame:
    groom()
    bride()
    lights((0, 0, 1.2), 2.1, key=1.0, fill=0.40, rim=1.2)
    backdrop(canvas("#2e3231", "#97998f", (0, 2.7, 1.6), 2.8), 2.1, floor=-0.8)
    return Frame(1024, 1280, (0, -8.0, 1.50), (0.02, 0, 1.16), (0, -0.4, 1.5), 111, 0.7)
