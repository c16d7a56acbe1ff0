"""An old man in tweed, both hands on his cane."""

from __future__ import annotations

import math

from dolls.builds import MAN
from dolls.clothes import bow, buttons, chain, flat_cap, suit
from dolls.doll import Doll
from dolls.hair import curls
from dolls.head import ROSY
from dolls.materials import brass, felt, tweed, wood, yarn
from dolls.meshes import ellipsoid, tube
from dolls.studio import Frame, backdrop, canvas, lights


def build() -> Frame:
    doll = Doll(MAN, ROSY, turn=7)
    cloth, shirt, gold = tweed("#655a4c"), felt("#efe7d8", 0.06), brass()
    white = yarn("#ddd5c9", 0.14)
    doll.clothe(cloth)
    suit(doll, shirt, felt("#93703f"), felt("#463d33"))
    buttons(doll, (0.58, 0.43, 0.28), gold, 0.027, 0.036)
    bow(felt("#962c26"), (0, -0.30, 1.075), doll.root, 0.135)
    chain(
        [
            doll.body(0.02, 0.50, 0.05),
            doll.body(0.16, 0.42, 0.055),
            doll.body(0.30, 0.44, 0.055),
            doll.body(0.40, 0.54, 0.04),
        ],
        gold,
        doll.root,
    )
    tube([(0.0, -0.70, -0.6), (0.0, -0.70, 0.0), (0.0, -0.70, 0.58)], 0.036, wood("#6f4526"), doll.root)
    ellipsoid((0.085, 0.085, 0.08), (0, -0.70, 0.645), gold, doll.root)
    doll.arm(
        -1,
        (-0.17, -0.60, 0.50),
        cloth,
        (1, 0.1, -0.25),
        cuff=shirt,
        palm=(0.2, -1, 0),
        forward=(1, -0.35, 0.1),
        curl=0.8,
    )
    doll.arm(
        1,
        (0.17, -0.60, 0.39),
        cloth,
        (1, 0.1, -0.25),
        cuff=shirt,
        palm=(-0.2, -1, 0),
        forward=(-1, -0.35, 0.1),
        curl=0.8,
    )
    head = doll.head(tilt=(2, 4, -4), shape=(0.95, 0.95, 1.03), cheeks=0.09)
    head.ears()
    head.eyes(0.335, -0.02, 0.122, lids=0.24)
    head.brows(white, 0.34, 0.26, 0.17, 0.055, 0.026, 26)
    head.nose(-0.19, (0.13, 0.16, 0.12))
    head.smile(-0.55, 0.15, 0.07, 0.024)
    head.moustache(white, -0.32, 0.48)
    head.glasses(gold, 0.335, -0.02, 0.235)
    curls(
        head, white, lambda d: abs(math.atan2(d[0], -d[1])) > 1.22 and -0.40 < d[2] < 0.42, 700, 0.038, 0.019
    )
    flat_cap(head, tweed("#7d705f"), 0.75, (-9, 0, 4))
    lights((0, 0, 1.3), 1.9)
    backdrop(canvas("#2a3231", "#848b7d", (0, 2.5, 1.5), 2.4), 1.9)
    return Frame(1152, 1440, (0, -7.0, 1.52), (0, 0, 1.245), (0, -0.5, 1.6), 113)
