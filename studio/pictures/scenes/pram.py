"""A baby in its pram."""

from __future__ import annotations

import math

import numpy as np

from dolls.builds import BABY
from dolls.clothes import bow
from dolls.doll import Doll
from dolls.fibres import bell, fuzz, strands
from dolls.hair import scalp
from dolls.head import BROWN, Head
from dolls.materials import brass, felt, paint, wood, wool, yarn
from dolls.meshes import Object, ellipsoid, grid, loop, pivot, tube
from dolls.props import wheel
from dolls.studio import Frame, backdrop, canvas, lights


def _tub(root: Object) -> None:
    lacquer = paint("#2d4152", 0.25, coat=1.0)
    u, v = np.linspace(0, 2 * math.pi, 120, endpoint=False)[None], np.linspace(0, 1, 40)[:, None]
    swell = 0.50 + 0.50 * np.sin(v * math.pi / 2) ** 0.8
    x, y = 0.86 * swell * np.cos(u), 0.50 * swell * np.sin(u)
    z = 0.50 + 0.50 * v + 0.12 * v * np.cos(u) ** 2
    shell = grid("tub", np.stack([x, y, z], -1), lacquer, root)
    shell.modifiers.new("thickness", "SOLIDIFY").thickness = 0.03
    rim = np.stack([0.865 * np.cos(u[0]), 0.505 * np.sin(u[0]), 1.0 + 0.12 * np.cos(u[0]) ** 2], -1)
    loop(rim, 0.030, felt("#c9b48d"), root)
    for line in (0.30, 0.62):
        k = 0.50 + 0.50 * math.sin(line * math.pi / 2) ** 0.8 + 0.008
        stripe = np.stack(
            [
                0.86 * k * np.cos(u[0]),
                0.50 * k * np.sin(u[0]),
                0.50 + 0.50 * line + 0.12 * line * np.cos(u[0]) ** 2,
            ],
            -1,
        )
        loop(stripe, 0.009, brass(), root)


def _hood(root: Object) -> None:
    cloth = felt("#3a5468", 0.12)
    fold, across = (
        np.linspace(-0.1, 1.72, 150)[None],
        np.linspace(-math.pi / 2 + 0.02, math.pi / 2 - 0.02, 60)[:, None],
    )
    rib = 1 - 0.05 * np.abs(np.sin(fold * 5 / 1.82 * math.pi)) ** 0.6 * np.cos(across)
    reach = np.cos(across) ** 0.75 * rib
    points = np.stack(
        [
            0.20 + 0.70 * reach * np.cos(fold),
            0.60 * np.sin(across) + 0 * fold,
            1.04 + 1.06 * reach * np.sin(fold),
        ],
        -1,
    )
    hood = grid("hood", points, cloth, root, wrap=False)
    hood.modifiers.new("thickness", "SOLIDIFY").thickness = 0.035
    fuzz(hood, 14000, 0.010)
    front = [tuple(p) for p in points[:, -1]]
    tube(front, 0.028, felt("#c9b48d"), root, rings=80)
    frill = [
        [np.array(p) + (-0.02 - 0.05 * t, 0, 0.02 * math.sin(k * 1.3)) for t in (0, 0.5, 1)]
        for k, p in enumerate(front)
    ]
    strands(frill, 0.012, felt("#f1e8d8", 0.05), root)


def _wheels(root: Object) -> None:
    tyre, steel = paint("#e6dcc6", 0.7), paint("#d2cfc8", 0.2, 1.0)
    for x in (-0.52, 0.56):
        for y in (-0.52, 0.52):
            wheel((x, y, 0.30), 0.30, root, tyre, steel, 14, 0.028)
        tube([(x, -0.52, 0.30), (x, 0, 0.30), (x, 0.52, 0.30)], 0.018, steel, root)
    for y in (-0.40, 0.40):
        tube(
            [(-0.62, y, 0.40), (-0.52, y, 0.33), (0, y, 0.46), (0.56, y, 0.33), (0.66, y, 0.40)],
            0.022,
            steel,
            root,
        )


def _bedding(root: Object) -> None:
    cream = felt("#efe4d0", 0.08)
    u, v = np.linspace(0, 2 * math.pi, 260, endpoint=False)[None], np.linspace(0.02, 1, 70)[:, None]
    x, y = -0.16 + 0.62 * v * np.cos(u), 0.44 * v * np.sin(u)
    puff = (
        1.10
        + 0.20 * (1 - v**2.5)
        + 0.012 * np.abs(np.sin(u * 26)) * v
        + 0.014 * np.sin(x * 22) * np.sin(y * 22)
    )
    fuzz(grid("blanket", np.stack([x, y, puff], -1), cream, root), 16000, 0.012)
    edge = np.stack([-0.16 + 0.63 * np.cos(u[0]), 0.45 * np.sin(u[0]), 1.11 + 0.02 * np.sin(u[0] * 26)], -1)
    loop(edge, 0.024, felt("#d98f86"), root)
    pillow = ellipsoid((0.16, 0.40, 0.34), (0.48, 0, 1.30), felt("#f3ecdf", 0.05), root, (0, 14, 0))
    fuzz(pillow, 6000, 0.008)


def _bonnet_edge(angle: float) -> float:
    return 86 - 19 * math.cos(angle)


def _bonnet(head: Head) -> None:
    knitted, lace = wool("#f0e2cb"), felt("#faf3e6", 0.04)
    fuzz(scalp(head, knitted, _bonnet_edge, 26, 0.035), 12000, 0.012)
    frill = []
    for k, a in enumerate(np.linspace(-2.2, 2.2, 170)):
        reach = math.radians(_bonnet_edge(a))
        t = math.radians(-26)
        d = np.array([math.sin(reach) * math.sin(a), -math.sin(reach) * math.cos(a), math.cos(reach)])
        d = np.array([d[0], d[1] * math.cos(t) - d[2] * math.sin(t), d[1] * math.sin(t) + d[2] * math.cos(t)])
        base = head.toward(d, 0.035)
        out = d * 0.08 + np.array([0, -0.05, 0])
        frill.append(
            [base + out * s + np.array([0, 0.012, 0.012]) * math.sin(k * 0.9) * s for s in (0, 0.5, 1)]
        )
    strands(frill, 0.013, lace, head.root)


def _baby() -> None:
    doll = Doll(BABY, BROWN, at=(0.10, 0.06, 0.86), turn=-6)
    knit = felt("#dca79a", 0.14)
    doll.clothe(knit, knit=(34, 20, 0.013))
    doll.arm(
        -1,
        (-0.36, -0.40, 0.46),
        knit,
        (1, 0.2, -0.8),
        knit=(14, 14, 0.008),
        palm=(0.3, -1, 0),
        forward=(-0.1, -0.5, 0.85),
        curl=0.9,
    )
    doll.arm(
        1,
        (0.30, -0.38, 0.30),
        knit,
        (1, 0.3, -0.5),
        knit=(14, 14, 0.008),
        palm=(-0.3, 0, -1),
        forward=(-0.1, -1, -0.1),
        curl=0.35,
    )
    grip = np.array([-0.37, -0.49, 0.52])
    tube([grip - (0, 0, 0.10), grip, grip + (-0.02, 0, 0.15)], 0.020, wood("#b98252"), doll.root)
    ellipsoid(0.085, grip + (-0.03, 0, 0.22), paint("#b5402f", 0.3, coat=0.8), doll.root)
    loop(
        [
            tuple(grip + (-0.03 + 0.086 * math.cos(a), 0.086 * math.sin(a), 0.22))
            for a in np.linspace(0, 6.2, 40)
        ],
        0.010,
        paint("#f1e8d8", 0.4),
        doll.root,
    )
    head = doll.head(tilt=(2, 5, 4), shape=(1.04, 0.97, 0.98), cheeks=0.14, chin=0.02, blush=0.46)
    hair = yarn("#2a1b14")
    head.eyes(0.35, -0.12, 0.145)
    head.brows(hair, 0.34, 0.14, 0.09, 0.035, 0.010, 5)
    head.nose(-0.26, (0.075, 0.08, 0.065))
    head.laugh(-0.42, 0.135, 0.13)
    curl = [
        [
            head.at(0.08 * math.sin(t * 5 + k) * (1 - t * 0.5) + bell(0.01), 0.86 - 0.26 * t, 0.03 + 0.03 * t)
            for t in np.linspace(0, 1, 16)
        ]
        for k in (0, 0.3, 0.6, 0.9)
    ]
    strands(curl, 0.010, hair, head.root, pointed=True)
    _bonnet(head)
    bow(felt("#d98f86"), (0, -0.36, 0.535), doll.root, 0.10, tails=1.2)


def build() -> Frame:
    pram = pivot((0.06, 0.10, 0), (0, 0, 52))
    for part in (_tub, _hood, _wheels, _bedding):
        part(pram)
    _baby()
    lights((0, 0, 1.2), 1.9, key=1.12, fill=0.46, rim=1.1)
    backdrop(canvas("#33302c", "#a89a86", (0.0, 2.5, 1.5), 2.7), 1.9)
    return Frame(1024, 1280, (0, -7.5, 1.85), (0.10, 0, 1.10), (0, -0.35, 1.8), 114, 0.6)
