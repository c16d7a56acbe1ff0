"""A grandmother holds her granddaughter, who holds the wool."""

from __future__ import annotations

import numpy as np

from dolls.builds import GIRL, WOMAN
from dolls.clothes import bow, buttons, collar
from dolls.doll import Doll
from dolls.fibres import strands
from dolls.hair import bun, combed, parted, plait
from dolls.head import HONEY, OLIVE
from dolls.materials import brass, felt, paint, yarn
from dolls.meshes import ellipsoid, smooth
from dolls.props import wool_ball
from dolls.studio import Frame, backdrop, canvas, lights


def grandmother() -> Doll:
    doll = Doll(WOMAN, HONEY, at=(-0.20, 0.12, 0.24), turn=6)
    cardigan, lace, hair = felt("#6f5f7d"), felt("#f2e8d8", 0.06), yarn("#c9c4bb", 0.14)
    doll.clothe(cardigan, knit=(52, 44, 0.013), fibres=18000)
    collar(doll, lace, 1.3)
    ellipsoid((0.062, 0.03, 0.072), (0, -0.275, 0.99), brass(), doll.root)
    ellipsoid((0.044, 0.028, 0.054), (0, -0.292, 0.99), paint("#f3e6d6", 0.35), doll.root)
    buttons(doll, (0.80, 0.66, 0.53), paint("#d9c7a6", 0.4), 0.03, 0.024)
    shoulder = doll.inside((0.76, -0.46, 0.60))
    doll.arm(
        1,
        shoulder,
        cardigan,
        (1, 0.5, -0.4),
        knit=(20, 24, 0.010),
        palm=(-0.6, -0.4, -1),
        curl=0.35,
        cuff=cardigan,
    )
    shoulder = doll.inside((0.06, -0.62, 0.50))
    doll.arm(
        -1,
        shoulder,
        cardigan,
        (1, 0.1, -0.7),
        knit=(20, 24, 0.010),
        palm=(0.5, 0.4, -0.6),
        curl=0.3,
        cuff=cardigan,
        forward=(1, -0.25, 0.12),
    )
    head = doll.head(tilt=(4, 5, 7), cheeks=0.09, chin=0.07)
    head.smiling_eyes(0.32, -0.05, 0.13)
    head.brows(hair, 0.32, 0.16, 0.14, 0.05, 0.016, 12)
    head.nose(-0.22, (0.10, 0.11, 0.09))
    head.smile(-0.43, 0.20, 0.11, 0.022)
    head.glasses(paint("#6b4a2c", 0.3), 0.32, -0.03, 0.215, 0.02)
    parted(head, hair)
    bun(head, hair, (0, 0.14, 0.50), 0.20)
    return doll


def child() -> Doll:
    doll = Doll(GIRL, OLIVE, at=(0.42, -0.58, -0.16), turn=-8)
    dress, lace, hair, ribbon = felt("#5f7d6b"), felt("#f2e8d8", 0.06), yarn("#54331f"), felt("#c0473a")
    doll.clothe(dress, pleats=(18, 0.022))
    collar(doll, lace)
    for s in (-1, 1):
        doll.arm(
            s,
            (s * 0.20, -0.46, 0.33),
            dress,
            (1, 0.1, -0.6),
            puff=1.3,
            palm=(-s, -0.2, 0.35),
            curl=0.35,
            forward=(-0.35 * s, -0.7, 0.1),
            cuff=lace,
        )
    red = yarn("#b8392f", 0.16)
    wool_ball((0, -0.60, 0.40), 0.165, red, doll.root)
    thread = smooth([(0.05, -0.74, 0.33), (0.22, -0.74, 0.16), (0.30, -0.66, -0.1), (0.16, -0.6, -0.4)], 60)
    strands([thread], 0.010, red, doll.root)
    head = doll.head(tilt=(2, -3, -6), cheeks=0.10, blush=0.42)
    head.eyes(0.35, -0.10, 0.138, lashes=True)
    head.brows(hair, 0.34, 0.16, 0.11, 0.04, 0.012, 8)
    head.nose(-0.25, (0.08, 0.09, 0.072))
    head.laugh(-0.39, 0.16, 0.15)
    combed(head, hair, lambda a: 70 + 36 * min(1, max(0, abs(a) - 0.5) / 0.9) ** 1.2, tilt=20)
    for s in (-1, 1):
        root = np.array(head.toward((s * 0.92, 0.15, -0.30), 0.04))
        end = plait(
            head,
            hair,
            [
                root,
                root + (s * 0.12, -0.06, -0.12),
                root + (s * 0.13, -0.12, -0.30),
                root + (s * 0.09, -0.16, -0.44),
            ],
            0.07,
        )
        bow(ribbon, end + (0, -0.05, 0.03), head.root, 0.085, (0, s * 8, 0))
    return doll


def build() -> Frame:
    grandmother()
    child()
    lights((0.05, 0, 1.1), 2.1, key=1.08, fill=0.38, rim=1.1)
    backdrop(canvas("#2d2926", "#a08e78", (-0.1, 2.7, 1.5), 2.9), 2.1, floor=-0.8)
    return Frame(1024, 1280, (0.05, -8.0, 1.42), (0.13, 0, 1.13), (0.1, -0.45, 1.4), 104, 0.7)
