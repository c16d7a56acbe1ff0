"""What the dolls are made of: felt, tweed, wool, painted wood, metal, fur and painted canvas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy

from .nodes import ShaderGraph, linear, shade

Material = Any
Point = Sequence[float]
#: Centre, radius and colour of a marking, in the object's own space.
Marking = tuple[Point, float, str]


def felt(colour: str, vary: float = 0.22) -> Material:
    """Wool felt: matt, unevenly dyed, softly pilled."""
    graph = ShaderGraph("felt", sheen=0.7)
    at = graph.coordinates()
    graph.set("Base Color", graph.mottled(at, colour, 9, vary))
    lumps = graph.bump(graph.noise(at, 14), 0.35, 0.05)
    graph.bump(graph.noise(at, 95, 4), 0.35, 0.02, lumps)
    graph.material["fibre"] = colour
    return graph.material


def tweed(colour: str, fleck: str = "#c9b48d", bands: float = 12.0) -> Material:
    """Herringbone: a diagonal twill that changes direction with every band round the body, with coloured neps."""
    graph = ShaderGraph("tweed", sheen=0.6)
    at = graph.coordinates()
    axes = graph.node("SeparateXYZ", at).outputs
    angle = graph.math("ARCTAN2", axes[0], graph.math("MULTIPLY", axes[1], -1.0))
    zigzag = graph.math("PINGPONG", graph.math("MULTIPLY", angle, bands), 1.0)
    height = graph.math("MULTIPLY", axes[2], 150.0)
    twill = graph.math("SINE", graph.math("ADD", height, graph.math("MULTIPLY", zigzag, 7.0)))
    level = graph.math("ADD", graph.math("MULTIPLY", twill, 0.5), 0.5)
    cloth = graph.ramp(level, [(0.25, linear(colour, 0.66)), (0.75, linear(colour, 1.25))])
    neps = graph.ramp(graph.noise(at, 70, 2), [(0.66, (0, 0, 0, 1)), (0.70, (1, 1, 1, 1))])
    graph.set("Base Color", graph.mix(neps, cloth, linear(fleck)))
    graph.bump(twill, 0.25, 0.006, graph.bump(graph.noise(at, 14), 0.3, 0.05))
    graph.material["fibre"] = colour
    return graph.material


def striped(colour: str, stripe: str, per_unit: float = 9.0) -> Material:
    """Felt with level stripes, for instance a sailor's jersey."""
    graph = ShaderGraph("striped", sheen=0.6)
    at = graph.coordinates()
    height = graph.math("MULTIPLY", graph.node("SeparateXYZ", at).outputs[2], per_unit)
    wave = graph.math("PINGPONG", height, 0.5)
    band = graph.fade(wave, 0.29, 0.33)
    graph.set("Base Color", graph.mix(band, graph.mottled(at, colour, 9, 0.12), linear(stripe)))
    graph.bump(graph.noise(at, 95, 4), 0.35, 0.02, graph.bump(graph.noise(at, 14), 0.35, 0.05))
    return graph.material


def wool(colour: str, vary: float = 0.2) -> Material:
    """Yarn, as used for hair and fringes."""
    graph = ShaderGraph("wool", roughness=0.78, specular=0.15, sheen=0.2)
    graph.set("Base Color", graph.mottled(graph.coordinates(), colour, 22, vary))
    graph.material["fibre"] = colour
    return graph.material


def yarn(colour: str, spread: float = 0.24) -> list[Material]:
    """Three shades of one wool; strands are distributed among them, which keeps hair from looking moulded."""
    return [wool(shade(colour, 1 - spread)), wool(colour), wool(shade(colour, 1 + spread * 0.7))]


def skin(tone: str, blush: str, cheeks: Sequence[tuple[Point, float]] = (), grain: float = 0.05) -> Material:
    """Painted lime wood with brushed-on blush; cheeks are (point, radius) in the object's space."""
    graph = ShaderGraph("skin", roughness=0.62, specular=0.28, sheen=0.25)
    at = graph.coordinates()
    wood_grain = graph.noise(at, 6, 3, (3.0, 3.0, 0.4))
    colour = graph.ramp(wood_grain, [(0.35, linear(tone, 1 - grain)), (0.7, linear(tone, 1 + grain))])
    for centre, radius in cheeks:
        amount = graph.math("MULTIPLY", graph.near(at, centre, radius, 0.95), 0.6)
        colour = graph.mix(amount, colour, linear(blush))
    graph.set("Base Color", colour)
    graph.bump(graph.noise(at, 26), 0.06, 0.02)
    return graph.material


def wood(colour: str) -> Material:
    graph = ShaderGraph("wood", roughness=0.42, specular=0.4)
    grain = graph.noise(graph.coordinates(), 5, 6, (1, 9, 9))
    graph.set("Base Color", graph.ramp(grain, [(0.3, linear(colour, 0.6)), (0.7, linear(colour, 1.2))]))
    graph.bump(grain, 0.12, 0.02)
    return graph.material


def paint(colour: str, roughness: float = 0.45, metal: float = 0.0, coat: float = 0.0) -> Material:
    """Lacquer (roughness low, coat high), matt paint or, with metal 1, brass and steel."""
    graph = ShaderGraph("paint", roughness=roughness, specular=0.5)
    graph.set("Base Color", linear(colour))
    graph.set("Metallic", metal)
    graph.set("Clearcoat", coat)
    return graph.material


def brass() -> Material:
    return paint("#b98a3c", 0.24, 1.0)


def glint() -> Material:
    """The catchlight that doll makers paint on an eye; it shines a little of itself."""
    graph = ShaderGraph("glint", roughness=0.3)
    graph.set("Base Color", linear("#fff8ee"))
    graph.set("Emission", (1, 0.95, 0.88, 1))
    graph.set("Emission Strength", 0.7)
    return graph.material


def fur(
    colour: str,
    markings: Sequence[Marking] = (),
    bands: tuple[str, Point] | None = None,
    vary: float = 0.14,
    warp: float = 0.09,
) -> Material:
    """
    Felted coat with soft-edged markings over tabby bands: (colour, direction whose length is bands per unit). Base and
    fibres share the material, so that markings blend as real wool does.
    """
    graph = ShaderGraph("fur", roughness=0.9, sheen=0.5)
    at = graph.coordinates()
    result = graph.mottled(at, colour, 6, vary)
    wander = graph.node("TexNoise", at, None, 7.0, 3.0).outputs["Color"]
    moved = graph.node("VectorMath", wander, (warp,) * 3, at, operation="MULTIPLY_ADD").outputs[0]
    if bands:
        along = graph.node("VectorMath", moved, tuple(bands[1]), operation="DOT_PRODUCT").outputs["Value"]
        wave = graph.math("PINGPONG", along, 0.5)
        result = graph.mix(
            graph.math("MULTIPLY", graph.fade(wave, 0.22, 0.36), 0.75), result, linear(bands[0])
        )
    for centre, radius, marking in markings:
        shifted = tuple(c + warp / 2 for c in centre)
        result = graph.mix(graph.near(moved, shifted, radius, 0.3), result, linear(marking))
    graph.set("Base Color", result)
    return graph.material


def fibre(colour: str, lift: float) -> Material:
    """Fuzz a little lighter than its cloth."""
    name = f"fibre {colour} {lift}"
    if name in bpy.data.materials:
        return bpy.data.materials[name]
    graph = ShaderGraph(name, roughness=0.9, specular=0.1)
    graph.set("Base Color", linear(colour, lift))
    return graph.material


def tulle(colour: str, cover: float) -> Material:
    """Fine net: lets through what it does not cover (0 to 1), with the threads just visible."""
    graph = ShaderGraph("tulle", roughness=0.9)
    graph.set("Base Color", linear(colour))
    at = graph.coordinates()
    threads = graph.math("MULTIPLY", graph.noise(at, 60, 2), cover * 2)
    clear = graph.node("BsdfTransparent").outputs[0]
    mix = graph.node("MixShader", threads, clear, graph.shader.outputs[0])
    graph.tree.links.new(mix.outputs[0], graph.tree.nodes["Material Output"].inputs[0])
    return graph.material
