import { planeLike } from '#shared/motion/plane.ts';
import type { Face } from '#shared/vision/face-mesh.ts';
import { faceOval, points as at, eyeIndices } from '#shared/vision/landmarks.ts';
import type { Detection } from '#shared/vision/detect-people.ts';
import { faceCentre } from './drawn-portrait.ts';

/**
 * A plausible output of the models for `drawPortrait` at this size: one face, its points on an ellipsoid, and a mask of
 * head and shoulders.
 */
export function portraitDetection(width: number, height: number): Detection {
  const face = drawnFace(faceCentre.x * width, faceCentre.y * height, 0.35 * Math.min(width, height));
  const people = planeLike({ width: 96, height: Math.round((96 * height) / width) }, (i) => {
    const x = (((i % 96) + 0.5) / 96) * width;
    const y = ((Math.floor(i / 96) + 0.5) / 96) * width;
    const head = Math.hypot((x - face.x) / (0.62 * face.width), (y - face.y) / (0.62 * face.height));
    const body = y > face.y + 0.6 * face.height ? Math.abs(x - face.x) / (0.9 * face.width) : 2;
    return Math.min(head, body) < 1 ? 1 : 0;
  });
  return { width, height, faces: [face], people };
}

/** A face of this width around (x, y), upright, with a closed mouth and open eyes. */
export function drawnFace(x: number, y: number, width: number): Face {
  const height = 1.3 * width;
  const placed = new Float32Array(3 * 478);
  const place = (i: number, u: number, v: number): void => {
    const inside = Math.max(0, 1 - (2 * u) ** 2 - (2 * v) ** 2);
    placed.set([x + u * width, y + v * height, -0.45 * width * Math.sqrt(inside)], 3 * i);
  };
  // Points without a meaning here fill the oval evenly.
  for (let i = 0; i < 478; i++) {
    const turn = 2.399963 * i;
    const distance = 0.47 * Math.sqrt(i / 478);
    place(i, distance * Math.cos(turn), distance * Math.sin(turn));
  }
  faceOval.forEach((i, k) => {
    const turn = (2 * Math.PI * k) / faceOval.length - Math.PI / 2;
    place(i, 0.5 * Math.cos(turn), 0.5 * Math.sin(turn));
  });
  eyeIndices.forEach(({ upper, lower, crease, brow, iris }, eye) => {
    const side = eye === 0 ? -1 : 1;
    const along = (indices: readonly number[], bow: number, lift: number): void =>
      indices.forEach((i, k) => {
        const t = k / (indices.length - 1);
        place(i, side * (0.3 - 0.2 * t), -0.1 - lift - bow * Math.sin(Math.PI * t));
      });
    along(upper, 0.03, 0);
    along(lower, -0.025, 0);
    along(crease, 0.05, 0.01);
    along(brow, 0.03, 0.08);
    iris.forEach((i, k) => {
      const turn = (Math.PI * k) / 2;
      const reach = k === 0 ? 0 : 0.03;
      place(i, side * 0.2 + reach * Math.cos(turn), -0.1 + 0.77 * reach * Math.sin(turn));
    });
  });
  const single: readonly (readonly [number, number, number])[] = [
    [at.noseTip, 0, 0.08],
    [at.leftMouthCorner, -0.14, 0.25],
    [at.rightMouthCorner, 0.14, 0.25],
    [at.innerUpperLip, 0, 0.25],
    [at.innerLowerLip, 0, 0.26],
    [at.underLip, 0, 0.3],
    [at.leftCheek, -0.25, 0.12],
    [at.rightCheek, 0.25, 0.12],
  ];
  for (const [i, u, v] of single) place(i, u, v);
  return { score: 0.95, points: placed, x, y, width, height, angle: 0 };
}
