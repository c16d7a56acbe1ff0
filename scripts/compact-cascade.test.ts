import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCascades } from '#shared/vision/cascade.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compact '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const compact = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'compact-cascade.ts'), ...args], {
    env: { ...process.env, INIT_CWD: folder },
    encoding: 'utf8',
  });

/** A cascade of two stages as `opencv_traincascade` writes it, shortened. */
const xml = (nodes = '0 -1 1 -1.5e-02') => `<?xml version="1.0"?>
<opencv_storage><cascade>
  <height>24</height>
  <width>24</width>
  <stages>
    <_>
      <maxWeakCount>1</maxWeakCount>
      <stageThreshold>-1.25e+00</stageThreshold>
      <weakClassifiers>
        <_>
          <internalNodes>
            ${nodes}</internalNodes>
          <leafValues>
            7.5e-01 -3.5e-01</leafValues></_></weakClassifiers></_>
    <_>
      <maxWeakCount>2</maxWeakCount>
      <stageThreshold>5.0e-01</stageThreshold>
      <weakClassifiers>
        <_>
          <internalNodes>
            0 -1 0 2.5e-01</internalNodes>
          <leafValues>
            1. -1.</leafValues></_>
        <_>
          <internalNodes>
            0 -1 1 0.</internalNodes>
          <leafValues>
            0. 2.</leafValues></_></weakClassifiers></_></stages>
  <features>
    <_>
      <rects>
        <_>
          1 2 3 4 -1.</_>
        <_>
          5 6 7 8 2.</_>
        <_>
          9 10 11 12 3.</_></rects>
      <tilted>0</tilted></_>
    <_>
      <rects>
        <_>
          13 14 4 4 -1.</_>
        <_>
          13 14 2 4 2.</_></rects>
      <tilted>1</tilted></_></features></cascade></opencv_storage>
`;

test('without arguments, it says how it is used', () => {
  const { status, stderr } = compact();
  expect([status, stderr]).toEqual([2, 'Usage: node scripts/compact-cascade.ts FILE.bin CASCADE.xml...\n']);
});

test('what is read of several compact cascades is what their files say', async () => {
  await writeFile(join(folder, 'a.xml'), xml());
  const { status, stderr } = compact('out.bin', 'a.xml', 'a.xml');
  expect([status, stderr]).toEqual([0, '']);
  const bytes = await readFile(join(folder, 'out.bin'));
  const cascades = readCascades(Uint8Array.from(bytes).buffer);
  expect(cascades).toHaveLength(2);
  for (const cascade of cascades)
    expect(cascade).toEqual({
      stages: [
        { threshold: -1.25, end: 1 },
        { threshold: 0.5, end: 3 },
      ],
      thresholds: Float32Array.of(-0.015, 0.25, 0),
      below: Float32Array.of(0.75, 1, 0),
      above: Float32Array.of(-0.35, -1, 2),
      isTilted: Uint8Array.of(1, 0, 1),
      ends: Uint16Array.of(2, 5, 7),
      rectangles: Uint8Array.of(
        ...[13, 14, 4, 4, 13, 14, 2, 4],
        ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        ...[13, 14, 4, 4, 13, 14, 2, 4],
      ),
      weights: Int8Array.of(-1, 2, -1, 2, 3, -1, 2),
    });
});

test('trees of several nodes are refused', async () => {
  await writeFile(join(folder, 'deep.xml'), xml('0 1 0 0.5 -1 -2 1 0.25'));
  const { status, stderr } = compact('deep.bin', 'deep.xml');
  expect(status).toBe(1);
  expect(stderr).toContain('Not of single nodes');
});
