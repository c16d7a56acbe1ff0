import type { FaceBox } from './find-faces.ts';
import { points as at } from './landmarks.ts';
import { type Pyramid, sampleSquare, type Square } from './pyramid.ts';
import { inputSides, pointsOfFace, type VisionModels } from './vision-models.ts';

/** A face, in pixels of the picture in which it was detected. Plain data. */
export interface Face {
  /** The confidence that it is a face, 0 to 1. */
  readonly score: number;
  /** x, y, z of each of the 478 points; z falls towards the camera and is 0 for the irises. */
  readonly points: Float32Array;
  /** The centre of the face. */
  readonly x: number;
  readonly y: number;
  /** Its extent along its own axes. */
  readonly width: number;
  readonly height: number;
  /** Its tilt in radians; positive is clockwise in the picture. */
  readonly angle: number;
}

const surfacePoints = 468;
/** The size of the model's input square, relative to the face in it. */
const roomAround = 1.5;
/** The first pass uses the detector's position; a second pass is needed if that was off by more than this. */
const tolerance = { shift: 0.06, scale: 0.12, angle: 0.12 } as const;

/** Computes the points of a face that was detected at `box`. */
export function meshFace(models: VisionModels, pyramid: Pyramid, box: FaceBox): Face {
  const isMirrored = box.isCut === true;
  const first: Square = { x: box.x, y: box.y, side: roomAround * box.size, angle: box.angle, isMirrored };
  const face = meshIn(models, pyramid, first, box.score);
  const better: Square = {
    x: face.x,
    y: face.y,
    side: roomAround * Math.max(face.width, face.height),
    angle: face.angle,
    isMirrored,
  };
  const shift = Math.hypot(better.x - first.x, better.y - first.y) / first.side;
  const isClose =
    shift < tolerance.shift &&
    Math.abs(better.side / first.side - 1) < tolerance.scale &&
    Math.abs(better.angle - first.angle) < tolerance.angle;
  return isClose ? face : meshIn(models, pyramid, better, box.score);
}

function meshIn(models: VisionModels, pyramid: Pyramid, square: Square, score: number): Face {
  const local = models.landmarks(sampleSquare(pyramid, square, inputSides.mesh));
  const scale = square.side / inputSides.mesh;
  const cos = Math.cos(square.angle) * scale;
  const sin = Math.sin(square.angle) * scale;
  const placed = new Float32Array(3 * pointsOfFace);
  for (let i = 0; i < placed.length; i += 3) {
    const u = local[i]! - inputSides.mesh / 2;
    const v = local[i + 1]! - inputSides.mesh / 2;
    placed[i] = square.x + u * cos - v * sin;
    placed[i + 1] = square.y + u * sin + v * cos;
    placed[i + 2] = local[i + 2]! * scale;
  }
  return { score, points: placed, ...extentOf(placed) };
}

/** Centre, size and tilt of a face, computed from its points. */
function extentOf(placed: Float32Array): Pick<Face, 'x' | 'y' | 'width' | 'height' | 'angle'> {
  const left = 3 * at.leftEyeOuter;
  const right = 3 * at.rightEyeOuter;
  const angle = Math.atan2(placed[right + 1]! - placed[left + 1]!, placed[right]! - placed[left]!);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < 3 * surfacePoints; i += 3) {
    const u = placed[i]! * cos + placed[i + 1]! * sin;
    const v = placed[i + 1]! * cos - placed[i]! * sin;
    minU = Math.min(minU, u);
    maxU = Math.max(maxU, u);
    minV = Math.min(minV, v);
    maxV = Math.max(maxV, v);
  }
  const u = (minU + maxU) / 2;
  const v = (minV + maxV) / 2;
  return { x: u * cos - v * sin, y: u * sin + v * cos, width: maxU - minU, height: maxV - minV, angle };
}
