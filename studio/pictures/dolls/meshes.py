"""Shapes: turned bodies, tubes, ellipsoids and cut-outs laid on a surface. Z is up; a doll looks along -Y."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import bpy
import numpy as np
from mathutils import Vector
from mathutils.geometry import delaunay_2d_cdt

Array = np.ndarray
Object = Any
Point = Sequence[float]
#: Knitting: stitches round, rows, and how far the stitches stand out.
Knit = tuple[int, int, float]
#: (angle or x, height, distance from the surface) to a point.
Surface = Callable[[float, float, float], Array]


def add(name: str, data: Any, parent: Object | None) -> Object:
    item = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(item)
    item.parent = parent
    return item


def pivot(
    at: Point = (0, 0, 0), turn: Point = (0, 0, 0), size: float = 1.0, parent: Object | None = None
) -> Object:
    """An invisible handle; turn is in degrees about x, y and z."""
    item = add("pivot", None, parent)
    item.location, item.scale = at, (size,) * 3
    item.rotation_euler = [math.radians(a) for a in turn]
    return item


def smooth(points: Sequence[Point] | Array, count: int) -> Array:
    """Catmull-Rom curve through the points, as count points."""
    p = np.asarray(points, float)
    q = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    s = np.linspace(0, len(p) - 1 - 1e-6, count)
    i = s.astype(int)
    t = (s - i)[:, None]
    a, b, c, d = q[i], q[i + 1], q[i + 2], q[i + 3]
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def grid(
    name: str, points: Array, material: Any, parent: Object | None = None, wrap: bool = True, cap: bool = True
) -> Object:
    """A smooth quad mesh from points shaped (rows, columns, 3); columns close into a ring if wrap."""
    rows, columns, _ = points.shape
    last = columns if wrap else columns - 1
    faces: list[tuple[int, ...]] = []
    for row in range(rows - 1):
        a, b = row * columns, (row + 1) * columns
        faces += [(a + i, a + (i + 1) % columns, b + (i + 1) % columns, b + i) for i in range(last)]
    if cap and wrap:
        faces.append(tuple(range(columns - 1, -1, -1)))
        faces.append(tuple(range((rows - 1) * columns, rows * columns)))
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.reshape(-1, 3).tolist(), [], faces)
    mesh.validate()
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    mesh.materials.append(material)
    return add(name, mesh, parent)


def ellipsoid(
    radius: float | Point,
    at: Point,
    material: Any,
    parent: Object | None = None,
    turn: Point = (0, 0, 0),
    top: float = 0.0,
    bottom: float = 180.0,
    segments: int = 48,
) -> Object:
    """An ellipsoid, or the slice of one between two polar angles (degrees from its top)."""
    radii = np.broadcast_to(np.asarray(radius, float), (3,))
    whole = top == 0 and bottom == 180
    theta = np.radians(np.linspace(max(top, 0.1), min(bottom, 179.9), segments // 2 + 1))[::-1, None]
    phi = np.linspace(0, 2 * math.pi, segments, endpoint=False)[None]
    unit = np.stack([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta) + 0 * phi], -1)
    item = grid("ellipsoid", unit * radii, material, parent, cap=whole)
    item.location = tuple(at)
    item.rotation_euler = [math.radians(a) for a in turn]
    return item


def knit_relief(u: Array, v: Array, stitches: int, rows: int) -> Array:
    """Height 0..1 of stocking stitch over u, v in 0..1: columns of V-shaped stitches."""
    across = np.abs((u * stitches) % 1.0 - 0.5) * 2
    along = (v * rows - 0.55 * across) % 1.0
    return np.sin(math.pi * along) ** 0.6 * (0.35 + 0.65 * np.sin(math.pi * np.clip(across, 0, 1)) ** 0.5)


class Lathe:
    """A turned body: (height, radius) from bottom to top, flattened front to back by depth."""

    def __init__(self, profile: Sequence[tuple[float, float]], depth: float = 0.82) -> None:
        self.curve = smooth(profile, 400)
        self.depth = depth
        self.bottom, self.top = float(self.curve[0, 0]), float(self.curve[-1, 0])

    def radius(self, height: Array | float) -> Array:
        return np.interp(height, self.curve[:, 0], self.curve[:, 1])

    def __call__(self, angle: Array | float, height: Array | float, off: Array | float = 0.0) -> Array:
        """The point at an angle from the front (radians, positive to the right) and height, off the surface."""
        angle, height = np.float64(angle) + 0 * np.float64(height), np.float64(height) + 0 * np.float64(angle)
        r = self.radius(height) + off
        return np.stack([r * np.sin(angle), -r * np.cos(angle) * self.depth, height], -1)

    def normal(self, angle: float, height: float) -> Vector:
        slope = (self.radius(height + 1e-3) - self.radius(height - 1e-3)) / 2e-3
        return Vector((math.sin(angle), -math.cos(angle) / self.depth, -float(slope))).normalized()

    def build(
        self,
        material: Any,
        parent: Object | None = None,
        knit: Knit | None = None,
        pleats: tuple[int, float] | None = None,
        span: tuple[float, float] | None = None,
        off: float = 0.0,
    ) -> Object:
        """The mesh; pleats are (how many, how deep at the hem) and vanish at two thirds of the height."""
        low, high = span or (self.bottom, self.top)
        columns, rows = (knit[0] * 12, knit[1] * 10) if knit else (pleats[0] * 12 if pleats else 160, 110)
        u, v = np.arange(columns)[None] / columns, np.linspace(0, 1, rows)[:, None]
        relief = off + 0 * u * v
        if knit:
            relief = relief + knit[2] * knit_relief(u, v, knit[0], knit[1])
        if pleats:
            relief = relief + pleats[1] * np.cos(2 * math.pi * u * pleats[0]) * np.clip(1 - v * 1.5, 0, 1)
        if span:  # Free edges are rolled, as thick cloth does.
            relief = relief - 0.02 * np.clip(1 - np.minimum(v, 1 - v) * 18, 0, 1) ** 2
        return grid(
            "body", self(2 * math.pi * u + 0 * v, low + (high - low) * v + 0 * u, relief), material, parent
        )


def tube(
    points: Sequence[Point] | Array,
    radius: float | Sequence[float],
    material: Any,
    parent: Object | None = None,
    knit: Knit | None = None,
    squash: float = 1.0,
    rings: int = 60,
    sides: int = 32,
) -> Object:
    """A tube with rounded ends through the points; radii are spread evenly along it."""
    centre = smooth(points, rings)
    t = np.linspace(0, 1, rings)
    radii = np.atleast_1d(np.asarray(radius, float))
    r = np.interp(t, np.linspace(0, 1, len(radii)), radii)
    length = max(1e-6, float(np.linalg.norm(np.diff(centre, axis=0), axis=1).sum()))
    ends = np.minimum(t, 1 - t) / (0.5 * r.mean() / length)
    r = r * np.sqrt(np.clip(1 - np.clip(1 - ends, 0, 1) ** 2, 0.02, 1))
    along = np.gradient(centre, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None]
    side = np.cross(along, [0, 1, 0.01])
    side /= np.linalg.norm(side, axis=1)[:, None]
    up = np.cross(side, along)
    sides = knit[0] * 8 if knit else sides
    angle = np.linspace(0, 2 * math.pi, sides, endpoint=False)[None]
    rr = r[:, None] + 0 * angle
    if knit:
        rr = rr + knit[2] * knit_relief(angle / (2 * math.pi), t[:, None], knit[0], knit[1])
    ring = np.cos(angle)[..., None] * side[:, None] + squash * np.sin(angle)[..., None] * up[:, None]
    return grid("tube", centre[:, None] + rr[..., None] * ring, material, parent)


def loop(
    points: Sequence[Point] | Array, radius: float, material: Any, parent: Object | None = None
) -> Object:
    """A closed tube, for rings and hoops."""
    curve = bpy.data.curves.new("loop", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", radius, 4
    spline = curve.splines.new("POLY")
    spline.points.add(len(points) - 1)
    for target, point in zip(spline.points, points):
        target.co = (*point, 1)
    spline.use_cyclic_u = spline.use_smooth = True
    curve.materials.append(material)
    return add("loop", curve, parent)


def rod(a: Point, b: Point, radius: float, material: Any, parent: Object | None = None) -> Object:
    """A straight tube."""
    return tube(np.linspace(a, b, 3), radius, material, parent, rings=24, sides=20)


def circle(centre: Point, radius: float, count: int = 80) -> Array:
    """Points round a centre in the x-z plane, for a loop."""
    angle = np.linspace(0, 2 * math.pi, count, endpoint=False)
    return np.array(centre) + radius * np.stack([np.cos(angle), 0 * angle, np.sin(angle)], -1)


def _inside(x: float, y: float, outline: Sequence[Vector]) -> bool:
    result, previous = False, outline[-1]
    for here in outline:
        crosses = (here.y > y) != (previous.y > y)
        if crosses and x < (previous.x - here.x) * (y - here.y) / (previous.y - here.y) + here.x:
            result = not result
        previous = here
    return result


def cutout(
    surface: Surface,
    outline: Sequence[tuple[float, float]],
    material: Any,
    parent: Object | None = None,
    off: float = 0.012,
    thickness: float = 0.02,
    step: float = 0.03,
) -> Object:
    """A piece of felt cut along the outline (in the surface's own two coordinates) and laid off the surface."""
    edge: list[Vector] = []
    for a, b in zip(outline, [*outline[1:], outline[0]]):
        count = max(1, int(math.dist(a, b) / step))
        edge += [Vector(a).lerp(Vector(b), k / count) for k in range(count)]
    xs, ys = [p.x for p in edge], [p.y for p in edge]
    inner = [
        Vector((x, y))
        for x in np.arange(min(xs), max(xs), step)
        for y in np.arange(min(ys), max(ys), step)
        if _inside(x, y, edge)
    ]
    vertices, _, faces, *_ = delaunay_2d_cdt(edge + inner, [], [list(range(len(edge)))], 1, 1e-5)
    mesh = bpy.data.meshes.new("cutout")
    mesh.from_pydata([tuple(surface(v.x, v.y, off)) for v in vertices], [], [tuple(f) for f in faces])
    mesh.materials.append(material)
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    item = add("cutout", mesh, parent)
    solid = item.modifiers.new("thickness", "SOLIDIFY")
    solid.thickness, solid.offset = thickness, 0
    bevel = item.modifiers.new("edge", "BEVEL")
    bevel.width, bevel.segments, bevel.limit_method = thickness * 0.35, 2, "ANGLE"
    return item
