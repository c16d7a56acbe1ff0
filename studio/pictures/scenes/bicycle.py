"""A boy with his first bicycle."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from mathutils import Vector

from dolls.builds import BOY
from dolls.clothes import buttons, collar, flat_cap, mirrored
from dolls.doll import Doll
from dolls.fibres import fuzz
from dolls.hair import combed
from dolls.head import HONEY
from dolls.materials import brass, felt, paint, skin, tweed, yarn
from dolls.meshes import Object, circle, ellipsoid, loop, pivot, rod, tube
from dolls.props import wheel
from dolls.studio import Frame, backdrop, canvas, lights

STANDING = replace(BOY, profile=((-0.16, 0.20), (-0.10, 0.33), (0.05, 0.365), *BOY.profile[2:]))
REAR, FRONT, PEDALS = (0.60, 0.0, 0.43), (-0.64, 0.0, 0.43), (0.12, 0.0, 0.40)
SEAT, STEM, CROWN = (0.27, 0.0, 0.84), (-0.38, 0.0, 0.92), (-0.44, 0.0, 0.75)


def _frame(root: Object) -> None:
    red, steel, tyre = paint("#a33a2c", 0.28, coat=1.0), paint("#c9c6bf", 0.22, 1.0), paint("#e6dcc6", 0.7)
    for hub in (REAR, FRONT):
        wheel(hub, 0.43, root, tyre, steel)
        mudguard = circle(hub, 0.49, 52)[:26]
        tube(mudguard, 0.034, red, root, squash=0.5)
    for a, b, radius in (
        (PEDALS, SEAT, 0.027),
        (SEAT, STEM, 0.027),
        (PEDALS, CROWN, 0.027),
        (CROWN, STEM, 0.036),
    ):
        rod(a, b, radius, red, root)
    for y in (-0.055, 0.055):
        rod(np.add(REAR, (0, y, 0)), np.add(PEDALS, (0, y * 0.4, 0)), 0.017, red, root)
        rod(np.add(REAR, (0, y, 0)), np.add(SEAT, (0, y * 0.4, -0.03)), 0.017, red, root)
        rod(np.add(FRONT, (0, y, 0)), np.add(CROWN, (0, y * 0.7, 0)), 0.019, red, root)
    rod(STEM, (-0.37, 0, 1.03), 0.022, red, root)
    rod(SEAT, (0.29, 0, 0.92), 0.018, steel, root)


def _drive(root: Object) -> None:
    """Chain and pedals."""
    steel, rubber = paint("#c9c6bf", 0.22, 1.0), paint("#3a2a20", 0.6)
    loop(circle(np.add(PEDALS, (0, -0.06, 0)), 0.105), 0.013, steel, root)
    for s in (1, -1):
        chain = [(0, 0.105 * s), (0.24, 0.015 + 0.08 * s), (0.48, 0.03 + 0.055 * s)]
        tube([np.add(PEDALS, (x, -0.06, z)) for x, z in chain], 0.008, steel, root, rings=20)
        y = 0.055 * s
        axle, crank = np.add(PEDALS, (0, y * 1.6, 0)), np.add(PEDALS, (-0.084 * s, y * 1.6, -0.14 * s))
        rod(axle, crank, 0.014, steel, root)
        ellipsoid((0.075, 0.045, 0.022), crank + (0, y * 0.9, 0), rubber, root)


def _fittings(root: Object) -> None:
    """Handlebars, saddle, lamp and bell."""
    leather = paint("#7a4a28", 0.5)
    left = [(-0.12, -0.29, 1.00), (-0.27, -0.27, 1.03), (-0.36, -0.12, 1.035)]
    right = [(x, -y, z) for x, y, z in reversed(left)]
    tube([*left, (-0.37, 0, 1.03), *right], 0.019, paint("#c9c6bf", 0.22, 1.0), root, rings=80)
    for grip in (left, right):
        tube(grip, 0.030, leather, root, rings=30)
    saddle = [(0.10, 0, 0.945), (0.26, 0, 0.955), (0.42, 0, 0.965)]
    tube(saddle, [0.045, 0.095, 0.125], leather, root, squash=0.45)
    ellipsoid((0.06, 0.075, 0.075), (-0.50, 0, 0.90), brass(), root)
    ellipsoid((0.03, 0.062, 0.062), (-0.545, 0, 0.90), paint("#fff3d6", 0.15, coat=1.0), root)
    ellipsoid((0.04, 0.04, 0.03), (-0.33, -0.17, 1.075), brass(), root)


def _legs(doll: Doll) -> None:
    shorts, flesh = (
        tweed("#6f6150"),
        skin(HONEY.tone, HONEY.blush, (((-0.16, -0.1, -0.42), 0.12), ((0.16, -0.1, -0.42), 0.12))),
    )
    sock, shoe = felt("#ded2ba"), paint("#5a3824", 0.4, coat=0.3)
    for s in (-1, 1):
        x = s * 0.165
        fuzz(
            tube(
                [(x * 0.9, 0, 0.12), (x, 0, -0.08), (x * 1.05, 0, -0.33)],
                [0.16, 0.175, 0.165],
                shorts,
                doll.root,
            ),
            3000,
        )
        tube([(x, 0, -0.25), (x, 0, -0.45), (x, 0, -0.66)], [0.09, 0.092, 0.08], flesh, doll.root)
        fuzz(
            tube(
                [(x, 0, -0.52), (x, 0, -0.64), (x, 0, -0.80)],
                [0.105, 0.096, 0.085],
                sock,
                doll.root,
                knit=(16, 14, 0.006),
            ),
            2500,
        )
        ellipsoid((0.115, 0.20, 0.10), (x * 1.05, -0.06, -0.80), shoe, doll.root, (0, 0, s * 10))
        ellipsoid(
            (0.12, 0.205, 0.03), (x * 1.05, -0.06, -0.865), paint("#2e1d14", 0.6), doll.root, (0, 0, s * 10)
        )


def _boy(bike: Object) -> None:
    doll = Doll(STANDING, HONEY, at=(0.10, 0.40, 0.89), turn=4)
    shirt, hair, brace = felt("#efe7d8", 0.06), yarn("#2c1d16"), felt("#8a4b32")
    doll.clothe(shirt)
    collar(doll, shirt, 0.9, pointed=True)
    buttons(doll, (0.64, 0.50, 0.36), paint("#8a6a4a", 0.4), 0.02, 0.012)
    mirrored(
        doll,
        [(0.40, 0.86), (0.58, 0.84), (0.60, 0.45), (0.58, 0.0), (0.42, 0.0), (0.42, 0.45)],
        brace,
        0.022,
        0.022,
        1500,
    )
    waist = tweed("#6f6150")
    fuzz(doll.body.build(waist, doll.root, span=(-0.14, 0.12), off=0.022), 4000)
    _legs(doll)
    grip, saddle = (bike.matrix_basis @ Vector(at) for at in ((-0.16, 0.29, 1.05), (0.28, 0.02, 1.07)))
    doll.arm(
        -1,
        doll.inside(grip),
        shirt,
        (1, 0.4, -0.4),
        palm=(0, -0.3, -1),
        curl=0.75,
        bare=0.34,
        forward=(-0.5, -0.8, -0.2),
    )
    doll.arm(
        1,
        doll.inside(saddle),
        shirt,
        (1, 0.4, -0.3),
        palm=(0, -0.2, -1),
        curl=0.35,
        bare=0.34,
        forward=(-0.25, -0.9, -0.25),
    )
    head = doll.head(tilt=(3, 4, 5), cheeks=0.10, blush=0.42)
    head.ears(-0.14, 0.20)
    head.eyes(0.34, -0.09, 0.135)
    head.brows(hair, 0.34, 0.16, 0.12, 0.04, 0.016, 10)
    head.nose(-0.24, (0.09, 0.10, 0.08))
    head.laugh(-0.39, 0.19, 0.16)
    combed(
        head, hair, lambda a: 68 + 40 * min(1, abs(a) / 1.5) ** 1.5 + 5 * math.sin(9 * a), tilt=18, sweep=0.5
    )
    flat_cap(head, tweed("#857459"), 0.66, (-16, 0, -7))


def build() -> Frame:
    bike = pivot((0.02, -0.12, 0), (0, 0, 26))
    for part in (_frame, _drive, _fittings):
        part(bike)
    _boy(bike)
    lights((0, 0, 1.3), 2.3, key=1.05, fill=0.42, rim=1.2)
    backdrop(canvas("#33312a", "#a3987c", (0.0, 3.0, 1.8), 3.1), 2.3)
    return Frame(1024, 1280, (0, -9.5, 1.75), (0.0, 0, 1.36), (0, -0.1, 1.9), 121, 0.8)
