"""Yarn and fuzz: what makes felt look like felt."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np

from .materials import fibre
from .meshes import Array, Object, add

_dice = random.Random(7)


def reseed(seed: int) -> None:
    """Seeds the random numbers, so that what follows is reproducible."""
    _dice.seed(seed)


def chance(low: float, high: float) -> float:
    return _dice.uniform(low, high)


def bell(deviation: float = 1.0) -> float:
    return _dice.gauss(0, deviation)


def strands(
    paths: Sequence[Sequence[Sequence[float]] | Array],
    radius: float,
    wool: Any,
    parent: Object | None = None,
    pointed: bool = False,
) -> None:
    """Threads along the paths. Wools in a list are assigned at random; pointed threads thin towards both ends."""
    shades = wool if isinstance(wool, list) else [wool]
    dealt: list[list[Any]] = [[] for _ in shades]
    for path in paths:
        dealt[_dice.randrange(len(shades))].append(path)
    for material, group in zip(shades, dealt):
        curve = bpy.data.curves.new("strands", "CURVE")
        curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", radius, 1
        curve.use_fill_caps = True
        for path in group:
            _add_strand(curve, path, pointed)
        curve.materials.append(material)
        add("strands", curve, parent)


def _add_strand(curve: Any, path: Any, pointed: bool) -> None:
    spline = curve.splines.new("POLY")
    spline.points.add(len(path) - 1)
    width = chance(0.75, 1.2)
    t = np.linspace(0, 1, len(path))
    if pointed:
        profile = np.minimum(1, 0.45 + t * 4) * (1 - 0.92 * np.clip((t - 0.45) / 0.55, 0, 1) ** 1.8)
    else:
        profile = 1 - 0.75 * np.clip((t - 0.7) / 0.3, 0, 1) ** 2
    for target, point, r in zip(spline.points, path, profile):
        target.co = (*point, 1)
        target.radius = width * r
    spline.use_smooth = True


def fuzz(
    item: Object,
    count: int,
    length: float = 0.012,
    lift: float = 1.45,
    radius: float = 0.0013,
    spread: float = 0.012,
    seed: int = 1,
) -> Object:
    """A halo of real fibres, `lift` times lighter than the cloth. Furs lend their own material to the fibres."""
    item.modifiers.new("fuzz", "PARTICLE_SYSTEM")
    system = item.particle_systems[-1]
    system.seed = seed
    settings = system.settings
    slots = item.data.materials
    colour = slots[0].get("fibre")
    if colour:
        slots.append(fibre(colour, lift))
    settings.material = len(slots)
    settings.type, settings.count, settings.hair_length = "HAIR", count, length
    settings.hair_step, settings.render_step = 4, 3
    settings.emit_from, settings.use_even_distribution = "FACE", True
    settings.use_advanced_hair, settings.use_modifier_stack = True, False
    settings.factor_random, settings.length_random = spread, 0.6
    settings.root_radius, settings.tip_radius, settings.radius_scale = 1, 0.15, radius
    settings.use_close_tip = True
    return item
