"""Father, mother, daughter and son; every face is free."""

from __future__ import annotations

from dolls.builds import BOY, GIRL, MAN, WOMAN
from dolls.clothes import bow, buttons, collar
from dolls.doll import Doll
from dolls.hair import curls, pompom, scalp
from dolls.head import BROWN, DEEP, Complexion
from dolls.materials import brass, felt, paint, striped, yarn
from dolls.meshes import Array, ellipsoid
from dolls.studio import Frame, backdrop, canvas, lights

CHILD = Complexion("#8a5838", "#a04a36", "#5f1f1c")


def _cropped(d: Array) -> bool:
    """Short hair: high over the forehead, lower towards the neck."""
    return d[2] > 0.48 + 0.3 * max(0, -d[1]) ** 2 - 0.75 * max(0, d[1])


def _behind_band(d: Array) -> bool:
    return d[2] * 0.8 + d[1] * 0.75 > 0.40 - 0.40 * max(0, abs(d[0]) - 0.6)


def father() -> Doll:
    doll = Doll(MAN, DEEP, at=(-0.58, 0.24, 0.20), turn=10)
    knit, shirt, hair = felt("#2f5660"), felt("#efe7d8", 0.06), yarn("#2a1c15")
    doll.clothe(knit, knit=(46, 28, 0.015))
    collar(doll, shirt, pointed=True)
    girl_shoulder = doll.inside((-0.36, -0.40, 0.20))
    doll.arm(
        1,
        girl_shoulder,
        knit,
        (1, 0.4, -0.5),
        knit=(22, 26, 0.011),
        palm=(0.1, -0.6, -1),
        curl=0.3,
        forward=(0.9, -0.5, -0.15),
    )
    doll.arm(-1, (-0.50, -0.30, 0.20), knit, (1, 0.5, -0.3), knit=(22, 26, 0.011))
    head = doll.head(tilt=(3, 5, 5), shape=(0.96, 0.96, 1.05), cheeks=0.05)
    head.ears(-0.06)
    head.eyes(0.33, -0.02, 0.118, lids=0.22)
    head.brows(hair, 0.33, 0.24, 0.15, 0.05, 0.022, 20)
    head.nose(-0.20, (0.13, 0.13, 0.105))
    head.smile(-0.42, 0.22, 0.10, 0.022)
    scalp(head, hair, lambda a: 62 + 30 * max(0, abs(a) - 1.0), 14)
    curls(head, hair, _cropped, 620, 0.032, 0.018, 0.018)
    return doll


def mother() -> Doll:
    doll = Doll(WOMAN, BROWN, at=(0.46, 0.20, 0.20), turn=-8)
    dress, lace, hair = felt("#a8483a"), felt("#f2e8d8", 0.06), yarn("#38241a")
    doll.clothe(dress, fibres=20000)
    collar(doll, lace, 1.25)
    buttons(doll, (0.84, 0.74), paint("#f4e9d4", 0.3), 0.024, 0.014)
    boy_shoulder = doll.inside((1.04, -0.24, 0.02))
    doll.arm(1, boy_shoulder, dress, (1, 0.4, -0.5), palm=(0.2, -0.5, -1), curl=0.3, cuff=lace)
    doll.arm(
        -1,
        (-0.16, -0.44, 0.46),
        dress,
        (1, 0.3, -0.6),
        palm=(0, 0.3, -1),
        forward=(0.9, -0.3, 0.1),
        cuff=lace,
    )
    head = doll.head(tilt=(3, -5, -5), cheeks=0.05, chin=0.09)
    head.eyes(0.33, -0.05, 0.122, lashes=True)
    head.brows(hair, 0.33, 0.20, 0.13, 0.05, 0.013, 10)
    head.nose(-0.21, (0.095, 0.10, 0.085))
    head.smile(-0.42, 0.19, 0.095, 0.024)
    for s in (-1, 1):
        ellipsoid(0.035, head.toward((s * 1.0, -0.12, -0.36), 0.03), brass(), head.root)
    scalp(head, felt("#d0a044"), lambda a: 58 + 52 * min(1, max(0, abs(a) - 0.45) / 0.9), 24, 0.035)
    curls(head, hair, _behind_band, 760, 0.048, 0.018, 0.055, 3)
    return doll


def girl() -> Doll:
    doll = Doll(GIRL, CHILD, at=(-0.16, -0.62, -0.46), turn=4)
    dress, lace, hair, ribbon = felt("#d39b35"), felt("#f2e8d8", 0.06), yarn("#2e1d15"), felt("#b53a30")
    doll.clothe(dress, pleats=(18, 0.022))
    collar(doll, lace, 1.0)
    buttons(doll, (0.66, 0.57, 0.48), paint("#f4e9d4", 0.3), 0.02, 0.012)
    for s in (-1, 1):
        doll.arm(
            s,
            (s * 0.10, -0.40, 0.33 + 0.03 * s),
            dress,
            (1, 0.2, -0.5),
            puff=1.35,
            palm=(-0.3 * s, 0.2, -1),
            curl=0.5,
            forward=(-s, -0.3, 0.05),
            cuff=lace,
        )
    head = doll.head(tilt=(2, 4, -3), cheeks=0.10, blush=0.40)
    head.eyes(0.35, -0.10, 0.138)
    head.brows(hair, 0.35, 0.16, 0.11, 0.04, 0.013, 8)
    head.nose(-0.25, (0.085, 0.09, 0.075))
    head.laugh(-0.40, 0.17, 0.15)
    scalp(head, hair, lambda a: 64 + 46 * min(1, max(0, abs(a) - 0.5) / 0.8), 20, 0.02)
    curls(head, hair, lambda d: d[2] * 0.85 + d[1] * 0.5 > 0.30, 560, 0.028, 0.016, 0.016)
    for s in (-1, 1):
        puff = head.toward((s * 0.80, 0.10, 0.66), 0.13)
        pompom(head, hair, puff, 0.165)
        bow(ribbon, head.toward((s * 0.62, -0.40, 0.64), 0.065), head.root, 0.085, (-25, s * 38, 0))
    return doll


def boy() -> Doll:
    doll = Doll(BOY, BROWN, at=(0.82, -0.56, -0.62), turn=-10, size=0.98)
    jersey, hair = striped("#efe6d6", "#33506b", 9), yarn("#33211a")
    doll.clothe(jersey)
    collar(doll, felt("#33506b"), 0.9)
    for s in (-1, 1):
        doll.arm(s, (s * 0.40, -0.22, 0.17), jersey, (1, 0.3, -0.2), palm=(-s, 0, 0.1), curl=0.4)
    head = doll.head(tilt=(2, -6, -2), cheeks=0.10, blush=0.40)
    head.ears(-0.12, 0.18)
    head.eyes(0.34, -0.09, 0.135)
    head.brows(hair, 0.34, 0.17, 0.12, 0.04, 0.015, 10)
    head.nose(-0.24, (0.095, 0.10, 0.08))
    head.smile(-0.40, 0.21, 0.11, 0.022)
    scalp(head, hair, lambda a: 60 + 28 * max(0, abs(a) - 1.0), 12)
    curls(
        head,
        hair,
        _cropped,
        560,
        0.040,
        0.018,
        0.022,
    )
    return doll


def build() -> Frame:
    for member in (father, mother, girl, boy):
        member()
    lights((0.1, 0, 1.0), 2.4, key=1.12, fill=0.42, rim=1.2)
    backdrop(canvas("#31332f", "#9a917d", (0.1, 3.1, 1.5), 3.6), 2.4, floor=-1.2)
    return Frame(1024, 1280, (0.06, -9.2, 1.25), (0.06, 0, 0.90), (0.1, -0.45, 1.2), 107, 1.0)
