"""A ginger tabby on its cushion, tail round its paws."""

from __future__ import annotations

import math

import numpy as np

from dolls.animals import cat_eyes, furry, tuft, whiskers
from dolls.fibres import fuzz
from dolls.head import Complexion, Head
from dolls.materials import felt, fur, paint, yarn
from dolls.meshes import Array, Lathe, Object, ellipsoid, grid, loop, pivot, tube
from dolls.props import wool_ball
from dolls.studio import Frame, backdrop, canvas, lights

GINGER, STRIPE, CREAM, PINK = "#cc9059", "#97531f", "#f3e8d6", "#d98d83"
SKIN = Complexion(GINGER, "#cf7c62", "#4a1f1a")


def _power(value: Array, exponent: float) -> Array:
    """A power that keeps the sign, for a superellipse."""
    return np.sign(value) * np.abs(value) ** exponent


def _cushion() -> None:
    velvet = felt("#2f5a5c", 0.12)
    u, v = (
        np.linspace(0, 2 * math.pi, 160, endpoint=False)[None],
        np.linspace(-math.pi / 2 + 0.01, math.pi / 2 - 0.01, 60)[:, None],
    )
    flat = _power(np.cos(v), 0.7)
    points = np.stack(
        [
            0.98 * flat * _power(np.cos(u), 0.62),
            0.80 * flat * _power(np.sin(u), 0.62),
            0.20 * _power(np.sin(v), 0.85) + 0 * u,
        ],
        -1,
    )
    dent = np.exp(-(points[..., 0] ** 2 + points[..., 1] ** 2) / 0.22) * 0.05
    points[..., 2] -= dent * (points[..., 2] > 0)
    cushion = grid("cushion", points, velvet)
    cushion.location = (0, -0.05, 0.20)
    fuzz(cushion, 30000, 0.008, 1.3)
    edge = np.stack(
        [1.0 * _power(np.cos(u[0]), 0.62), 0.82 * _power(np.sin(u[0]), 0.62) - 0.05, 0.20 + 0 * u[0]], -1
    )
    loop(edge, 0.022, felt("#c9a35a"), None)
    for s in (-1, 1):
        tuft((s * 0.93, -0.78, 0.19), (s * 0.3, -0.3, -1), yarn("#c9a35a", 0.12), pivot(), 70, 0.20, 0.02)


def _body(root: Object) -> None:
    bib = [((0, -0.34, 1.0), 0.27, CREAM), ((0, -0.44, 0.78), 0.27, CREAM), ((0, -0.5, 0.55), 0.22, CREAM)]
    coat = fur(GINGER, bib, (STRIPE, (0.0, 2.2, 5.2)), warp=0.12)
    torso = Lathe([(0, 0.42), (0.18, 0.50), (0.45, 0.46), (0.75, 0.36), (0.95, 0.29), (1.12, 0.24)], 0.95)
    furry(torso.build(coat, root), 60000, 0.022)
    for s in (-1, 1):
        thigh = fur(GINGER, (), (STRIPE, (1.5, 3.0, 4.2)), warp=0.12)
        furry(ellipsoid((0.23, 0.34, 0.27), (s * 0.36, -0.10, 0.22), thigh, root, (0, 0, s * 20)), 14000)
        leg = fur(GINGER, [((s * 0.13, -0.50, 0.05), 0.24, CREAM)], (STRIPE, (0, 0, 6.5)))
        line = [
            (s * 0.11, -0.22, 0.86),
            (s * 0.13, -0.36, 0.60),
            (s * 0.13, -0.45, 0.32),
            (s * 0.13, -0.48, 0.06),
        ]
        furry(tube(line, [0.08, 0.135, 0.105, 0.10], leg, root), 13000, 0.018)
        furry(ellipsoid((0.12, 0.16, 0.085), (s * 0.135, -0.54, 0.065), fur(CREAM), root), 8000, 0.016)
        for k in (-1, 1):
            x = s * 0.135 + k * 0.032
            tube(
                [(x, -0.70, 0.04), (x, -0.70, 0.07), (x, -0.685, 0.10)],
                0.007,
                paint("#8d7460", 0.8),
                root,
                rings=12,
                sides=8,
            )
    a = np.linspace(0.35, -2.05, 9)
    tail = np.stack([0.56 * np.cos(a) + 0.02, 0.60 * np.sin(a) - 0.06, 0.10 + 0.02 * np.sin(a * 2)], -1)
    coat = fur(GINGER, [(tuple(tail[-1]), 0.16, CREAM)], (STRIPE, (5.5, 5.5, 0)))
    furry(tube(tail, [0.105, 0.105, 0.10, 0.09, 0.06], coat, root), 16000, 0.030)


def _ears(head: Head) -> None:
    for s in (-1, 1):
        base = head.toward((s * 0.60, -0.10, 0.72), -0.06)
        out = np.array([s * 0.42, -0.02, 0.92])
        line = [base, base + out * 0.12, base + out * 0.24, base + out * 0.36]
        furry(
            tube(
                line, [0.17, 0.15, 0.095, 0.018], fur(GINGER, (), (STRIPE, (0, 0, 5))), head.root, squash=0.50
            ),
            9000,
            0.018,
        )
        inner = [p + np.array([0, -0.055, -0.01]) for p in line]
        furry(
            tube(
                inner[:3] + [line[3] - out * 0.07],
                [0.115, 0.10, 0.06, 0.012],
                fur(PINK),
                head.root,
                squash=0.36,
            ),
            3000,
            0.012,
        )
        tuft(
            base + (-s * 0.02, -0.10, 0.06),
            (s * -0.15, -0.3, 1),
            yarn(CREAM, 0.08),
            head.root,
            26,
            0.14,
            0.03,
        )


def _face(root: Object) -> None:
    head = Head(root, (0, -0.12, 1.40), 0.45, SKIN, (3, -6, 6), shape=(1.08, 0.92, 0.92), cheeks=0.09, chin=0)
    light = [
        (tuple(head.at(0, z)), r, CREAM) for z, r in ((0.10, 0.06), (-0.1, 0.12), (-0.3, 0.22), (-0.5, 0.26))
    ]
    brow = [
        (tuple(head.at(x, z)), 0.045, STRIPE)
        for x in (-0.3, -0.1, 0.1, 0.3)
        for z in (0.46, 0.56, 0.66, 0.76, 0.84)
    ]
    cheek = [
        (tuple(head.at(s * x, z)), 0.05, STRIPE)
        for s in (-1, 1)
        for x, z in ((0.74, -0.10), (0.82, -0.04), (0.72, -0.30), (0.80, -0.26), (0.86, -0.20))
    ]
    head.mesh.data.materials[0] = fur(GINGER, [*brow, *cheek, *light], warp=0.04)
    furry(head.mesh, 52000, 0.020)
    white, ink = fur(CREAM), paint("#3a1d18", 0.7)
    for s in (-1, 1):
        furry(ellipsoid((0.115, 0.10, 0.085), (s * 0.085, -0.40, -0.155), white, head.root), 7000, 0.014)
        lip = [
            (0, -0.522, -0.145),
            (s * 0.035, -0.524, -0.195),
            (s * 0.10, -0.512, -0.205),
            (s * 0.165, -0.478, -0.150),
        ]
        tube(lip, 0.011, ink, head.root, rings=26, sides=10)
        tuft(
            head.toward((s * 0.95, -0.35, -0.32), -0.01),
            (s * 1.0, -0.2, -0.55),
            yarn("#dba468", 0.12),
            head.root,
            50,
            0.10,
            0.05,
        )
    furry(ellipsoid((0.09, 0.09, 0.07), (0, -0.37, -0.25), white, head.root), 4000, 0.014)
    ellipsoid((0.052, 0.04, 0.036), (0, -0.488, -0.095), paint("#c8746c", 0.3, coat=0.4), head.root)
    _ears(head)
    cat_eyes(head, 0.37, 0.10, 0.185, "#8fa03c", 0.030)
    whiskers(
        head, [(0.14, -0.46, -0.13), (0.15, -0.46, -0.155), (0.14, -0.46, -0.18)], 0.42, paint("#f7f1e6", 0.5)
    )


def build() -> Frame:
    _cushion()
    root = pivot((0, 0, 0.34), (0, 0, -10))
    _body(root)
    _face(root)
    wool_ball((0.74, -0.86, 0.16), 0.16, yarn("#b8392f", 0.16))
    lights((0, 0, 1.1), 1.8, key=1.1, fill=0.42, rim=1.3)
    backdrop(canvas("#332b27", "#a3917c", (0.1, 2.3, 1.3), 2.5), 1.8)
    return Frame(1152, 1152, (0, -6.8, 1.50), (0.04, 0, 1.10), (0, -0.55, 1.7), 93, 0.5)
