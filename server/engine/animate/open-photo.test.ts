import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import { projectInto } from '#shared/print/projection.ts';
import { framePrint } from '#scripts/bench/lib/framed-print.ts';
import { analyzePhoto } from './seeing/analysis.ts';
import { openPhoto } from './open-photo.ts';
import { decodeWhole, writePhoto } from './seeing/photo.ts';

const grandmother = path.join(import.meta.dirname, '../../../studio/pictures/masters/grandmother.jpg');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'open-photo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(['crop', 'keep'] as const)(
  'a face of a print rests by its place in the photo of the print: %s',
  async (border) => {
    const { picture, corners } = framePrint(await decodeWhole(grandmother), 'white', 3, 0.02);
    const photoPath = path.join(folder, `${border}.jpg`);
    await writePhoto(photoPath, picture);
    // The grandmother's face in the picture; below it to the right is that of the girl on her lap.
    const { x, y } = projectInto(corners)(325 / 768, 270 / 960);
    const options = { ...defaultAnimationOptions, turn: '0', border, rest: [[x, y]] } as const;
    const analyzed = await analyzePhoto({ photoPath, workDir: folder, options });
    expect(analyzed.isPrint).toBe(true);
    const { plan } = await openPhoto({ ...analyzed, seed: 1, options });
    const people = plan.people.toSorted((a, b) => a.head.y - b.head.y);
    expect(people.map(({ rests }) => rests)).toEqual([true, false]);
  },
);
