"""The photo studio: painted backdrop, lights and camera, and the render as linear light."""

from __future__ import annotations

import math
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Vector

from .materials import Material
from .meshes import Array, Point, add, grid, smooth
from .nodes import ShaderGraph, linear


def canvas(dark: str, light: str, glow: Point, radius: float) -> Material:
    """Hand-painted canvas: mottled clouds with a lighter pool behind the sitter."""
    graph = ShaderGraph("canvas", specular=0.1)
    at = graph.position()
    pool = graph.near(at, glow, radius, 0.75)
    clouds = graph.math("MULTIPLY", graph.noise(at, 0.9, 6), 0.8)
    level = graph.math("MULTIPLY", graph.math("ADD", clouds, pool), 0.62)
    graph.set("Base Color", graph.ramp(level, [(0.2, linear(dark)), (0.85, linear(light))]))
    graph.bump(graph.noise(at, 60, 2), 0.12, 0.01)
    return graph.material


def _lamp(at: Point, target: Point, size: float, power: float, colour: str, spread: float = 180) -> None:
    light = bpy.data.lights.new("lamp", "AREA")
    light.shape, light.size, light.energy = "DISK", size, power
    light.color, light.spread = linear(colour)[:3], math.radians(spread)
    item = add("lamp", light, None)
    item.location = at
    item.rotation_euler = (Vector(target) - Vector(at)).to_track_quat("-Z", "Y").to_euler()


def backdrop(material: Material, span: float, floor: float = 0.0, distance: float = 1.3) -> None:
    """A sheet that hangs behind the sitter and runs forward as the floor."""
    far = distance * span
    bend = [(-6, 0), (-1, 0), (far / span - 0.9, 0), (far / span - 0.35, 0.06), (far / span - 0.06, 0.4)]
    side = [(y * span, z * span) for y, z in [*bend, (far / span, 1.0), (far / span, 2.0), (far / span, 4.5)]]
    curve, x = smooth(side, 60), np.linspace(-6 * span, 6 * span, 40)
    across = x[None] + 0 * curve[:, :1]
    points = np.stack([across, curve[:, :1] + 0 * across, curve[:, 1:] + 0 * across + floor], -1)
    grid("backdrop", points, material, wrap=False, cap=False)


def lights(
    centre: Point, span: float, key: float = 1.0, fill: float = 0.34, rim: float = 1.0, glow: float = 1.0
) -> None:
    """A large warm key from the left, a cool fill from the right, a rim from behind and a pool on the backdrop."""
    x, y, z = centre
    s, unit = span, span * span
    _lamp((x - 1.7 * s, y - 1.6 * s, z + 1.25 * s), centre, 1.15 * s, 62 * unit * key, "#ffe4c6")
    _lamp((x + 2.2 * s, y - 1.9 * s, z + 0.25 * s), centre, 2.2 * s, 58 * unit * key * fill, "#dfe8ff")
    _lamp(
        (x + 1.35 * s, y + 0.9 * s, z + 1.2 * s),
        (x, y, z + 0.2 * s),
        0.7 * s,
        52 * unit * rim,
        "#ffedd6",
        120,
    )
    _lamp(
        (x - 1.3 * s, y + 1.0 * s, z + 0.9 * s), (x, y, z + 0.2 * s), 0.6 * s, 16 * unit * rim, "#ffedd6", 120
    )
    _lamp(
        (x - 0.4 * s, y + 0.6 * s, z + 1.5 * s),
        (x, y + 1.3 * s, z + 0.1 * s),
        0.6 * s,
        14 * unit * glow,
        "#ffe4c6",
        110,
    )
    world = bpy.data.worlds.new("air")
    bpy.context.scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs[0].default_value, background.inputs[1].default_value = linear("#d6cabd"), 0.13


@dataclass(frozen=True)
class Frame:
    """What the camera sees: width and height in pixels, where it stands and looks, and what is sharp."""

    width: int
    height: int
    eye: Point
    target: Point
    focus: Point
    lens: float = 100.0
    aperture: float = 0.5


def aim(frame: Frame) -> None:
    data = bpy.data.cameras.new("camera")
    camera = add("camera", data, None)
    camera.location = frame.eye
    camera.rotation_euler = (Vector(frame.target) - Vector(frame.eye)).to_track_quat("-Z", "Y").to_euler()
    data.lens, data.sensor_fit, data.sensor_height = frame.lens, "VERTICAL", 36
    data.dof.use_dof, data.dof.aperture_fstop = True, frame.aperture
    data.dof.focus_distance = (Vector(frame.focus) - Vector(frame.eye)).length
    bpy.context.scene.camera = camera


def _settings(frame: Frame, scale: float, samples: int, seed: int) -> None:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles: Any = scene.cycles
    cycles.device, cycles.samples, cycles.seed, cycles.use_denoising = "CPU", samples, seed, False
    cycles.use_adaptive_sampling = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 3, 1, 2
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.blur_glossy, cycles.filter_width = 2, 1.0, 1.5
    scene.cycles_curves.shape, scene.cycles_curves.subdivisions = "RIBBONS", 2
    scene.render.resolution_x, scene.render.resolution_y = frame.width, frame.height
    scene.render.resolution_percentage = round(scale * 100)


def render(frame: Frame, output: Path, scale: float, samples: int, seed: int) -> None:
    """
    Path-traces the scene to `output` (.npz): rgb, albedo and normal, each (height, width, 3) float16, linear, top row
    first. Denoising and grading happen later, without Blender.
    """
    aim(frame)
    _settings(frame, scale, samples, seed)
    scene = bpy.context.scene
    bpy.context.view_layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers, composite = tree.nodes.new("CompositorNodeRLayers"), tree.nodes.new("CompositorNodeComposite")
    tree.links.new(layers.outputs["Image"], composite.inputs[0])
    with tempfile.TemporaryDirectory() as folder:
        files = tree.nodes.new("CompositorNodeOutputFile")
        files.base_path = folder
        files.format.file_format, files.format.color_depth = "OPEN_EXR", "32"
        files.file_slots.clear()
        for name, socket in (
            ("rgb", "Image"),
            ("albedo", "Denoising Albedo"),
            ("normal", "Denoising Normal"),
        ):
            files.file_slots.new(name)
            tree.links.new(layers.outputs[socket], files.inputs[name])
        bpy.ops.render.render(write_still=False)
        passes = {name: _pixels(next(Path(folder).glob(name + "*"))) for name in ("rgb", "albedo", "normal")}
    np.savez(output, **passes)


def _pixels(file: Path) -> Array:
    image = bpy.data.images.load(str(file))
    image.colorspace_settings.name = "Non-Color"
    width, height = image.size
    flat = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(flat)
    return flat.reshape(height, width, 4)[::-1, :, :3].astype(np.float16)


def seaside(horizon: float) -> Material:
    """A canvas painted with a calm sea up to the horizon's height, a hazy sky and clouds."""
    graph = ShaderGraph("seaside", specular=0.1)
    at = graph.position()
    height = graph.node("SeparateXYZ", at).outputs[2]
    sky = graph.ramp(
        graph.fade(height, horizon, horizon + 2.2), [(0, linear("#dcd6c4")), (1, linear("#8fa9b0"))]
    )
    puffs = graph.noise(at, 0.8, 6, (1.0, 1.0, 2.4))
    sky = graph.mix(graph.fade(puffs, 0.50, 0.70), sky, linear("#efe8da"))
    waves = graph.noise(at, 2.6, 4, (0.5, 0.5, 7.0))
    water = graph.ramp(
        waves, [(0.35, linear("#5d8288")), (0.6, linear("#86a5a4")), (0.72, linear("#c9d2c6"))]
    )
    sea = graph.fade(height, horizon + 0.03, horizon - 0.03)
    graph.set("Base Color", graph.mix(sea, sky, water))
    graph.bump(graph.noise(at, 60, 2), 0.12, 0.01)
    return graph.material
