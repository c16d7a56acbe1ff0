"""A grandmother and her grandchild, seen from behind, before a screen on which an old print moves."""

from __future__ import annotations

from pathlib import Path

import bpy
import numpy as np

from dolls.builds import GIRL, WOMAN
from dolls.clothes import bow, collar
from dolls.doll import Doll
from dolls.hair import bun, combed, plait
from dolls.head import HONEY, OLIVE
from dolls.materials import felt, paint, wood, yarn
from dolls.meshes import grid, tube
from dolls.nodes import ShaderGraph
from dolls.studio import Frame, backdrop, canvas, lights

#: The grandparents' print as restored by Memori: the first frame of its film.
FILM = Path(__file__).parents[1] / "masters" / "wedding-restored.jpg"


def grandmother() -> Doll:
    doll = Doll(WOMAN, HONEY, at=(-0.80, -0.55, 0.02), turn=122)
    cardigan, lace, hair = felt("#6f5f7d"), felt("#f2e8d8", 0.06), yarn("#c9c4bb", 0.14)
    doll.clothe(cardigan, knit=(52, 44, 0.013), fibres=18000)
    collar(doll, lace, 1.3)
    # Round the child's shoulders.
    shoulder = doll.inside((0.26, -1.08, 0.48))
    doll.arm(
        -1,
        shoulder,
        cardigan,
        (1, 0.4, -0.5),
        knit=(20, 24, 0.010),
        palm=(0.85, -0.53, 0),
        forward=(-0.5, -0.85, -0.25),
        curl=0.12,
        cuff=cardigan,
    )
    head = doll.head(tilt=(2, 4, -8), cheeks=0.09, chin=0.07)
    head.smiling_eyes(0.32, -0.05, 0.13)
    head.brows(hair, 0.32, 0.16, 0.14, 0.05, 0.016, 12)
    head.nose(-0.22, (0.10, 0.11, 0.09))
    head.smile(-0.43, 0.20, 0.11, 0.022)
    head.glasses(paint("#6b4a2c", 0.3), 0.32, -0.03, 0.215, 0.02)
    # Drawn up from the nape into the bun: from behind a parting would end in the middle of the head.
    combed(head, hair, lambda a: 60 + 52 * min(1, max(0, abs(a) - 0.4) / 0.9) ** 1.2, tilt=22, sweep=0.4)
    bun(head, hair, (0, 0.20, 0.49), 0.19)
    return doll


def child() -> Doll:
    doll = Doll(GIRL, OLIVE, at=(0.66, -0.75, 0.02), turn=226)
    dress, lace, hair, ribbon = felt("#5f7d6b"), felt("#f2e8d8", 0.06), yarn("#54331f"), felt("#c0473a")
    doll.clothe(dress, pleats=(18, 0.022))
    collar(doll, lace)
    # Towards the screen.
    doll.arm(1, (0.34, -0.52, 0.62), dress, (1, 0.1, -0.6), puff=1.3, palm=(0, -0.2, -1), curl=0.2, cuff=lace)
    head = doll.head(tilt=(-6, 3, 14), cheeks=0.10, blush=0.42)
    head.eyes(0.35, -0.10, 0.138, lashes=True)
    head.brows(hair, 0.34, 0.16, 0.11, 0.04, 0.012, 8)
    head.nose(-0.25, (0.08, 0.09, 0.072))
    head.laugh(-0.39, 0.16, 0.15)
    combed(head, hair, lambda a: 70 + 36 * min(1, max(0, abs(a) - 0.5) / 0.9) ** 1.2, tilt=20)
    for s in (-1, 1):
        root = np.array(head.toward((s * 0.92, 0.15, -0.30), 0.04))
        steps = ((0, 0, 0), (0.12, -0.06, -0.12), (0.13, -0.12, -0.30), (0.09, -0.16, -0.44))
        end = plait(head, hair, [root + (s * x, y, z) for x, y, z in steps], 0.07)
        bow(ribbon, end + (0, -0.05, 0.03), head.root, 0.085, (0, s * 8, 0))
    return doll


def screen(at: tuple[float, float, float], width: float, glow: float) -> None:
    """A wooden frame round a picture that shines, upright and towards the camera."""
    x, y, z = at
    height = width * 5 / 4
    graph = ShaderGraph("film", roughness=0.3)
    image = graph.node("TexImage", image=bpy.data.images.load(str(FILM)))
    graph.tree.links.new(graph.node("TexCoord").outputs["UV"], image.inputs[0])
    graph.set("Base Color", (0, 0, 0, 1))
    graph.set("Emission", image.outputs["Color"])
    graph.set("Emission Strength", glow)
    across, up = np.linspace(-width / 2, width / 2, 2), np.linspace(-height / 2, height / 2, 2)
    points = np.array([[(x + a, y, z + u) for a in across] for u in up])
    film = grid("film", points, graph.material, wrap=False, cap=False)
    layer = film.data.uv_layers.new(name="film")
    for corner in film.data.loops:
        px, _, pz = film.data.vertices[corner.vertex_index].co
        layer.data[corner.index].uv = ((px - x) / width + 0.5, (pz - z) / height + 0.5)
    oak, edge = wood("#6f4526"), 0.07
    for s in (-1, 1):
        side = x + s * (width + edge) / 2
        upright = [(side, y, z + k * (height / 2 + edge)) for k in (-1, 0, 1)]
        tube(upright, edge * 0.75, oak, squash=0.7)
        bar = z + s * (height + edge) / 2
        tube([(x + k * (width / 2 + edge), y, bar) for k in (-1, 0, 1)], edge * 0.75, oak, squash=0.7)


def build() -> Frame:
    grandmother()
    child()
    screen((0.04, 1.5, 1.92), 1.72, 1.05)
    lights((0.0, 0, 1.1), 2.1, key=0.75, fill=0.55, rim=1.7, glow=1.0)
    backdrop(canvas("#241f1c", "#7d6b58", (0, 2.7, 1.5), 2.9), 2.1, floor=-0.8)
    return Frame(1024, 1280, (0.0, -8.4, 1.75), (-0.03, 0, 1.42), (0.0, -0.4, 1.4), 92, 1.6)
