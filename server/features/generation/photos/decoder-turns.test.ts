import { expect, test } from 'vitest';
import { portrait } from '#tests/support/photos.ts';
import { createTurnstile } from '#tests/support/turnstile.ts';
import { preparePhoto } from './photo.ts';

test('photos of one person are decoded one after the other, and leave a decoder for everybody else', async () => {
  const bytes = await portrait({ width: 300, height: 300 });
  const turnstile = createTurnstile();
  /** A photo that is read once a decoder is free for it, and keeps that decoder until it is let through. */
  const photoOf = (owner: string) =>
    Object.assign(new Blob([Uint8Array.from(bytes)]), {
      async arrayBuffer() {
        await turnstile.enter(owner);
        return Uint8Array.from(bytes).buffer;
      },
    });
  const greedy = Array.from({ length: 14 }, () => preparePhoto(photoOf('greedy'), 'greedy'));
  await expect.poll(() => turnstile.begun).toEqual(['greedy']);
  // Whoever comes after all of them needs to wait for none of them, however often.
  for (let index = 0; index < 3; index += 1) await preparePhoto(bytes, 'other');
  expect(turnstile.begun).toEqual(['greedy']);
  await turnstile.open(14);
  expect(await Promise.all(greedy)).toHaveLength(14);
});
