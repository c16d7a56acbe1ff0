import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openPhoto } from '#server/engine/animate/open-photo.ts';
import { detectPeople } from '#server/engine/animate/seeing/analysis.ts';
import { measureIdentity } from './identity.ts';

const photoPath = fileURLToPath(new URL('../../../studio/pictures/masters/grandmother.jpg', import.meta.url));

test('faces keep their identity: the warp can be undone, and at rest nothing is displaced', async () => {
  const detection = await detectPeople(photoPath);
  const options = { motion: 'arc', liveliness: 'lively' } as const;
  const open = await openPhoto({ photoPath, detection, seed: 1, options });
  const { worst, atRest } = await measureIdentity(open);
  expect(worst).toBeGreaterThan(38);
  expect(atRest).toBe(0);
});
