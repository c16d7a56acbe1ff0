import { expect, test } from 'vitest';
import type { Face } from '../vision/face-mesh.ts';
import { cameraPaths, chooseMovement } from './camera.ts';
import { planeLike } from './plane.ts';
import { cameraMovements } from './movements.ts';

const plane = planeLike({ width: 1, height: 1 }, () => 0);
const face: Face = { score: 1, points: new Float32Array(), x: 0, y: 0, width: 9, height: 9, angle: 0 };

function chosen(faces: number, isLayered: boolean, confidence: number): string[] {
  const estimate = { depth: plane, presence: plane, confidence, people: null };
  const scene = { faces: Array.from({ length: faces }, () => face), isLayered, estimate };
  return Array.from({ length: 6 }, (_, seed) => chooseMovement({ ...scene, seed }, 'auto'));
}

const portrait = ['push-in', 'arc', 'dolly-zoom', 'focus-pull', 'rise', 'pull-out'];
const group = ['push-in', 'drift', 'pull-out', 'arc', 'push-in', 'drift'];
const subject = ['push-in', 'arc', 'rise', 'pull-out', 'push-in', 'arc'];
const place = ['push-in', 'drift', 'rise', 'pull-out', 'push-in', 'drift'];

test.each([
  ['one large face', 1, true, 0.9, portrait],
  ['three large faces', 3, true, 0.9, portrait],
  ['four large faces', 4, true, 0.9, group],
  ['small faces', 2, false, 0.9, group],
  ['small faces and nothing sure', 1, false, 0, group],
  ['a plain subject without a face', 0, false, 0.41, subject],
  ['no plain subject', 0, false, 0.4, place],
])(
  'with %s the movement suits the photo, and depends on its seed',
  (_name, faces, layered, confidence, expected) => {
    expect(chosen(faces, layered, confidence)).toEqual(expected);
  },
);

test.each(cameraMovements)('a request for %s is honoured', (movement) => {
  const estimate = { depth: plane, presence: plane, confidence: 0, people: null };
  expect(chooseMovement({ faces: [], isLayered: false, estimate, seed: 3 }, movement)).toBe(movement);
});

test('each movement does what its name says', () => {
  const { 'push-in': push, 'pull-out': pull, arc, drift, rise, still } = cameraPaths;
  const { 'dolly-zoom': dolly, 'focus-pull': focus } = cameraPaths;
  for (const path of [push, pull, drift, rise, focus]) {
    expect(path.zoomFar).toBeGreaterThan(0.03);
    // Near things grow more than far ones.
    expect(path.zoomNear).toBeGreaterThan(path.zoomFar);
  }
  expect(dolly.zoomNear).toBeLessThan(0.2 * dolly.zoomFar);
  expect([still.zoomFar, still.zoomNear, still.orbitX, still.orbitY]).toEqual([0, 0, 0, 0]);
  for (const path of [push, pull, drift, rise, dolly, focus])
    expect(Math.abs(path.orbitX)).toBeLessThan(0.6 * arc.orbitX);
  expect(drift.panX).toBe(0.95);
  expect(arc.panX).toBe(-0.95);
  expect(rise.panY).toBe(-0.95);
  for (const name of cameraMovements) {
    const { panX, panY, focus, orbitY } = cameraPaths[name];
    if (name !== 'drift' && name !== 'arc') expect(panX).toBe(0);
    if (name !== 'rise') expect(panY).toBe(0);
    expect(focus).toBe(name === 'focus-pull' ? 1 : 0);
    if (name !== 'rise' && name !== 'arc') expect(orbitY).toBe(0);
  }
});

test('drifting pans eight hundredths of the width from one side to the other', () => {
  const { zoomFar, zoom, panX } = cameraPaths.drift;
  const positions = Array.from({ length: 600 }, (_, n) => {
    const phase = n / 600;
    return (panX * zoomFar * zoom(phase) * Math.sin(2 * Math.PI * phase)) / 2;
  });
  expect(Math.max(...positions) - Math.min(...positions)).toBeGreaterThan(0.077);
});

test('pushing in is closest before the middle of the loop, pulling out at its ends, the dolly early', () => {
  expect(cameraPaths['push-in'].zoom(0.4549)).toBeCloseTo(1, 4);
  expect(cameraPaths['focus-pull'].zoom(0.4112)).toBeCloseTo(1, 4);
  expect(cameraPaths['dolly-zoom'].zoom(0.315)).toBeCloseTo(1, 4);
  expect(cameraPaths['pull-out'].zoom(0)).toBe(1);
  expect(cameraPaths['pull-out'].zoom(0.4424)).toBeCloseTo(0, 4);
  expect(cameraPaths['pull-out'].zoom(1)).toBeCloseTo(1, 10);
  for (const name of ['arc', 'drift', 'rise'] as const)
    expect(cameraPaths[name].zoom(0.5)).toBeCloseTo(1, 10);
});
