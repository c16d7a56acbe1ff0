"""A Principled material under construction: a thin layer over Blender's shader nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy

Colour = tuple[float, float, float, float]
Socket = Any


def linear(colour: str, gain: float = 1.0) -> Colour:
    """'#rrggbb' in sRGB to linear RGBA, each channel times gain and at most 1 (IEC 61966-2-1)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    decoded = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    r, g, b = (min(1.0, c * gain) for c in decoded)
    return (r, g, b, 1.0)


def shade(colour: str, gain: float) -> str:
    """The same hue lighter (gain over 1) or darker, as '#rrggbb'."""
    channels = [min(255, int(int(colour[i : i + 2], 16) * gain)) for i in (1, 3, 5)]
    return "#" + "".join(f"{c:02x}" for c in channels)


class ShaderGraph:
    """One material with a Principled shader; methods add nodes and return their output socket."""

    def __init__(
        self, name: str, roughness: float = 0.95, specular: float = 0.12, sheen: float = 0.0
    ) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes["Principled BSDF"]
        self.set("Roughness", roughness)
        self.set("Specular", specular)
        self.set("Sheen", sheen)

    def set(self, name: str, value: Any) -> None:
        """Sets an input of the shader to a value or links a socket to it."""
        target = self.shader.inputs[name]
        if hasattr(value, "is_linked"):
            self.tree.links.new(value, target)
        else:
            target.default_value = value

    def node(self, kind: str, *inputs: Any, **settings: Any) -> Any:
        """A new node; inputs are values or sockets in the node's own order, None leaves one alone."""
        node = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in settings.items():
            setattr(node, key, value)
        for target, value in zip(node.inputs, inputs):
            if hasattr(value, "is_linked"):
                self.tree.links.new(value, target)
            elif value is not None:
                target.default_value = value
        return node

    def coordinates(self) -> Socket:
        return self.node("TexCoord").outputs["Object"]

    def position(self) -> Socket:
        return self.node("NewGeometry").outputs["Position"]

    def math(self, operation: str, a: Any, b: Any = None) -> Socket:
        return self.node("Math", a, b, operation=operation).outputs[0]

    def noise(
        self, at: Socket, scale: float, detail: float = 3, stretch: Sequence[float] = (1, 1, 1)
    ) -> Socket:
        mapping = self.node("Mapping", at)
        mapping.inputs["Scale"].default_value = stretch
        return self.node("TexNoise", mapping.outputs[0], None, scale, detail, 0.55).outputs["Fac"]

    def ramp(self, factor: Socket, stops: Sequence[tuple[float, Colour]]) -> Socket:
        node = self.node("ValToRGB", factor)
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, colour) in zip(elements, stops):
            element.position, element.color = position, colour
        return node.outputs[0]

    def mottled(self, at: Socket, colour: str, scale: float, vary: float) -> Socket:
        """The colour, unevenly dyed."""
        stops = [(0.3, linear(colour, 1 - vary)), (0.7, linear(colour, 1 + vary))]
        return self.ramp(self.noise(at, scale, 4), stops)

    def mix(self, factor: Any, a: Any, b: Any) -> Socket:
        return self.node("MixRGB", factor, a, b).outputs[0]

    def near(self, at: Socket, centre: Sequence[float], radius: float, softness: float = 0.85) -> Socket:
        """1 at the centre, 0 from the radius on; softness is the part of the radius over which it fades."""
        distance = self.node("VectorMath", at, tuple(centre), operation="DISTANCE").outputs["Value"]
        return self.fade(distance, radius, radius * (1 - softness))

    def fade(self, value: Socket, none: float, full: float) -> Socket:
        """Smoothly 0 where the value is at `none` to 1 where it is at `full`."""
        return self.node("MapRange", value, none, full, interpolation_type="SMOOTHSTEP").outputs[0]

    def bump(self, height: Socket, strength: float, distance: float, over: Socket | None = None) -> Socket:
        """Relief; give the previous one as `over` to stack them."""
        normal = self.node("Bump", strength, distance, height, over).outputs[0]
        self.set("Normal", normal)
        return normal
