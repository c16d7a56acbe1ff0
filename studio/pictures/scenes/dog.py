"""A puppy that sits and listens, head on one side."""

from __future__ import annotations

import math

import numpy as np

from dolls.animals import furry
from dolls.head import Complexion, Head
from dolls.materials import brass, fur, paint
from dolls.meshes import Lathe, Object, ellipsoid, loop, pivot, tube
from dolls.studio import Frame, backdrop, canvas, lights

TAN, CREAM, DARK = "#c08850", "#f1e6d3", "#7a4e2e"
SKIN = Complexion(TAN, "#c77b62", "#3a1d18")


def _body(root: Object) -> None:
    bib = [((0, -0.36, 1.0), 0.34, CREAM), ((0, -0.46, 0.76), 0.30, CREAM), ((0, -0.55, 0.48), 0.24, CREAM)]
    coat = fur(TAN, [*bib, ((0.55, 0.0, 0.75), 0.36, DARK)])
    torso = Lathe([(0, 0.46), (0.2, 0.53), (0.5, 0.48), (0.8, 0.40), (1.0, 0.33), (1.18, 0.26)], 0.95)
    furry(torso.build(coat, root), 60000)
    for s in (-1, 1):
        thigh = fur(TAN, [((0, -0.30, -0.16), 0.14, CREAM)])
        furry(ellipsoid((0.25, 0.35, 0.28), (s * 0.40, -0.14, 0.23), thigh, root, (0, 0, s * 20)), 14000)
        furry(
            ellipsoid((0.125, 0.20, 0.10), (s * 0.50, -0.46, 0.08), fur(CREAM), root, (0, 0, s * 18)),
            7000,
            0.020,
        )
        leg = fur(TAN, [((s * 0.19, -0.52, 0.06), 0.32, CREAM)])
        line = [
            (s * 0.15, -0.24, 0.88),
            (s * 0.18, -0.40, 0.62),
            (s * 0.19, -0.49, 0.34),
            (s * 0.19, -0.53, 0.08),
        ]
        furry(tube(line, [0.08, 0.165, 0.13, 0.12], leg, root), 16000, 0.022)
        furry(ellipsoid((0.145, 0.19, 0.105), (s * 0.19, -0.60, 0.085), fur(CREAM), root), 9000, 0.020)
        for k in (-1, 0, 1):
            x = s * 0.19 + k * 0.052
            toe = [(x, -0.79 + 0.014 * abs(k), 0.05), (x, -0.775 + 0.014 * abs(k), 0.12)]
            tube([toe[0], np.mean(toe, 0), toe[1]], 0.009, paint("#6d5443", 0.8), root, rings=12, sides=8)
    tail = [(0.30, 0.30, 0.15), (0.62, 0.25, 0.22), (0.80, 0.12, 0.42), (0.76, 0.04, 0.62)]
    furry(
        tube(tail, [0.10, 0.10, 0.085, 0.04], fur(TAN, [((0.76, 0.04, 0.62), 0.2, CREAM)]), root), 9000, 0.04
    )


def _collar(root: Object) -> None:
    a = np.linspace(-math.pi, math.pi, 60, endpoint=False)
    ring = np.stack([0.355 * np.sin(a), -0.345 * np.cos(a) - 0.02, 1.035 + 0.03 * np.cos(a)], -1)
    loop(ring, 0.048, paint("#a5322a", 0.5), root)
    loop(
        np.array(
            [(0.028 * math.cos(t), -0.425, 0.985 + 0.035 * math.sin(t)) for t in np.linspace(0, 6.0, 20)]
        ),
        0.008,
        brass(),
        root,
    )
    ellipsoid((0.078, 0.018, 0.078), (0, -0.43, 0.895), brass(), root)


def _face(root: Object) -> None:
    head = Head(
        root, (0, -0.12, 1.50), 0.46, SKIN, (2, 11, -6), shape=(1.04, 0.95, 0.95), cheeks=0.04, chin=0
    )
    blaze = [
        (tuple(head.at(0, z)), r, CREAM)
        for z, r in ((0.78, 0.05), (0.60, 0.07), (0.42, 0.085), (0.22, 0.11), (0, 0.18), (-0.2, 0.27))
    ]
    patch = (tuple(head.at(0.42, 0.16)), 0.25, DARK)
    head.mesh.data.materials[0] = fur(TAN, [patch, *blaze], warp=0.06)
    furry(head.mesh, 52000, 0.020)
    white = fur(CREAM)
    furry(ellipsoid((0.235, 0.25, 0.17), (0, -0.45, -0.16), white, head.root), 18000, 0.018)
    furry(ellipsoid((0.14, 0.19, 0.09), (0, -0.42, -0.30), white, head.root), 7000, 0.018)
    ellipsoid((0.10, 0.066, 0.072), (0, -0.695, -0.075), paint("#120c0a", 0.22, coat=0.7), head.root)
    ink = paint("#2a1710", 0.7)
    tube(
        [(0, -0.722, -0.13), (0, -0.724, -0.19), (0, -0.708, -0.24)],
        0.011,
        ink,
        head.root,
        rings=20,
        sides=10,
    )
    for s in (-1, 1):
        lip = [
            (0, -0.712, -0.235),
            (s * 0.07, -0.714, -0.278),
            (s * 0.145, -0.665, -0.262),
            (s * 0.205, -0.585, -0.20),
        ]
        tube(lip, 0.013, ink, head.root, rings=30, sides=10)
        shade = fur(DARK if s > 0 else "#9a683c")
        flap = [
            (s * 0.28, 0.0, 0.30),
            (s * 0.42, -0.05, 0.30),
            (s * 0.50, -0.13, 0.12),
            (s * 0.52, -0.20, -0.12),
            (s * 0.48, -0.25, -0.34),
        ]
        furry(tube(flap, [0.05, 0.09, 0.12, 0.135, 0.06], shade, head.root, squash=0.62), 18000, 0.024)
        furry(
            ellipsoid((0.055, 0.03, 0.034), head.at(s * 0.29, 0.42, 0.006), fur("#e3c394"), head.root),
            1200,
            0.018,
        )
        ellipsoid(
            np.array((0.155, 0.11, 0.16)) * head.radius,
            head.at(s * 0.36, 0.13, -0.020),
            paint("#2c1c14", 0.6),
            head.root,
        )
    ellipsoid((0.066, 0.085, 0.022), (0, -0.615, -0.325), paint("#dd7d80", 0.35), head.root, (28, 0, 0))
    head.eyes(0.36, 0.13, 0.142, out=0.036)


def build() -> Frame:
    root = pivot(turn=(0, 0, 12))
    _body(root)
    _collar(root)
    _face(root)
    lights((0, 0, 1.0), 1.7, key=1.1, fill=0.45, rim=1.3)
    backdrop(canvas("#2a3335", "#86938e", (0, 2.2, 1.2), 2.3), 1.7)
    return Frame(1024, 1280, (0, -6.6, 1.36), (0.03, 0, 1.0), (0, -0.55, 1.45), 99, 0.5)
