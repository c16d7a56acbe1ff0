"""
Develops the passes of a render (.npz, linear) into a colour picture (16-bit PNG): adds them up, denoises,
exposes and grades. Needs numpy only.

    python3 studio/pictures/develop.py grandfather --folder /tmp/pictures [--exposure 0.3]
"""

from __future__ import annotations

import argparse
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

Array = np.ndarray
PASSES = ("rgb", "albedo", "normal")


def _box(image: Array, radius: int) -> Array:
    """Mean over a square of 2 * radius + 1, edges repeated."""
    for axis in (0, 1):
        pad = [(0, 0)] * image.ndim
        pad[axis] = (radius + 1, radius)
        total = np.cumsum(np.pad(image, pad, mode="edge"), axis=axis, dtype=np.float64)
        size = 2 * radius + 1
        high = np.take(total, range(size, total.shape[axis]), axis=axis)
        image = ((high - np.take(total, range(total.shape[axis] - size), axis=axis)) / size).astype(
            np.float32
        )
    return image


def blurred(image: Array, sigma: float) -> Array:
    """Nearly Gaussian: three boxes (Wells 1986)."""
    radius = max(1, round(sigma * 0.85))
    return _box(_box(_box(image, radius), radius), radius)


def denoised(rgb: Array, albedo: Array, normal: Array, radius: int = 5, tolerance: float = 0.9) -> Array:
    """
    Cross non-local means on the irradiance (light without the cloth's colour), guided by the first hit's albedo and
    normal (after Rousselle et al. 2013). Light is compared by its logarithm, so that shadows and highlights are treated alike.
    """
    small = 0.04
    light = rgb / (albedo + small)
    light = np.minimum(light, np.percentile(light, 99.95))
    level = _box(np.log(0.02 + rgb.mean(-1)), 1)
    cloth = np.sqrt(np.clip(albedo, 0, None))
    height, width = level.shape
    pads = [
        np.pad(a, [(radius, radius)] * 2 + [(0, 0)] * (a.ndim - 2), mode="edge")
        for a in (light, level, cloth, normal)
    ]
    total, weights = np.zeros_like(light), np.zeros((height, width, 1), np.float32)
    reach = radius * radius + 1
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            if dx * dx + dy * dy > reach:
                continue
            near = (slice(radius + dy, radius + dy + height), slice(radius + dx, radius + dx + width))
            other_light, other_level, other_cloth, other_normal = (p[near] for p in pads)
            distance = np.maximum((level - other_level) ** 2 - 0.002, 0) / (tolerance * tolerance * 0.05)
            distance += ((cloth - other_cloth) ** 2).sum(-1) / 0.0036 + ((normal - other_normal) ** 2).sum(
                -1
            ) / 0.0625
            distance += (dx * dx + dy * dy) / (reach * 1.2)
            weight = np.exp(-distance)[..., None]
            total += weight * other_light
            weights += weight
    return total / weights * (albedo + small)


def combined(passes: Sequence[Path]) -> tuple[Array, Array, Array]:
    """The mean of all passes of one scene: light, albedo and normals."""
    if not passes:
        raise FileNotFoundError("This scene has no render yet")
    loaded = [np.load(file) for file in passes]
    mean = [sum(np.clip(p[name].astype(np.float32), -1, 60) for p in loaded) / len(loaded) for name in PASSES]
    return np.clip(mean[0], 0, None), mean[1], mean[2]


def graded(linear: Array, exposure: float, contrast: float, saturation: float, vignette: float) -> Array:
    """Display values 0..1 (sRGB): halation round highlights, a film-like curve, warm lights and cool shadows."""
    height, width, _ = linear.shape
    scale = height / 1280
    light = linear * 2.0**exposure
    glow = np.clip(light - 0.75, 0, 3)
    light = light + blurred(glow, 22 * scale) * np.array([0.16, 0.11, 0.08], np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    from_middle = np.hypot((x / width - 0.5) * min(1, width / height) * 1.25, y / height - 0.48)
    light = light * (1 - vignette * np.clip(from_middle - 0.22, 0, 1) ** 1.5 * 2.2)[..., None]
    curve = light**contrast
    display = 1.06 * curve / (curve + 0.30**contrast * 1.9)
    grey = display @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    display = grey[..., None] + (display - grey[..., None]) * saturation
    tint = np.array([0.012, 0.0, -0.014], np.float32) * (grey[..., None] * 2 - 0.8)
    display = np.clip(display + tint * np.sqrt(np.clip(grey, 0, 1))[..., None], 0, 1)
    return np.where(display <= 0.0031308, display * 12.92, 1.055 * display ** (1 / 2.4) - 0.055)


def save_png(image: Array, file: Path) -> None:
    """16 bits a channel (ISO/IEC 15948)."""
    height, width, _ = image.shape
    values = np.clip(image * 65535 + 0.5, 0, 65535).astype(">u2")
    rows = b"".join(b"\0" + values[y].tobytes() for y in range(height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 3)) + chunk(b"IEND", b"")
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + body)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("scene")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--exposure", type=float, default=0.3, help="stops")
    parser.add_argument("--contrast", type=float, default=1.25)
    parser.add_argument("--saturation", type=float, default=1.08)
    parser.add_argument("--vignette", type=float, default=0.9)
    options = parser.parse_args()
    rgb, albedo, normal = combined(sorted(options.folder.glob(options.scene + ".*.npz")))
    clean = np.clip(denoised(rgb, albedo, normal), 0, None)
    picture = graded(clean, options.exposure, options.contrast, options.saturation, options.vignette)
    save_png(picture, options.folder / f"{options.scene}.png")


if __name__ == "__main__":
    main()
