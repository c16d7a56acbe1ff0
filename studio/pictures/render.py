"""
Renders one scene as linear light, for develop.py:

    blender -b --factory-startup -P studio/pictures/render.py -- grandfather --out /tmp/pictures [--scale 0.35] [--samples 16]

More passes of one scene, each with its own --seed, add up to a cleaner picture.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import bpy  # noqa: E402

from dolls import fibres, studio  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(prog="render.py")
    parser.add_argument("scene")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--samples", type=int, default=64)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])
    bpy.ops.wm.read_factory_settings(use_empty=True)
    fibres.reseed(11)
    frame = importlib.import_module("scenes." + options.scene).build()
    options.out.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    studio.render(
        frame,
        options.out / f"{options.scene}.{options.seed}.npz",
        options.scale,
        options.samples,
        options.seed,
    )
    print(f"{options.scene}: rendered in {time.monotonic() - started:.0f} s", flush=True)


main()
