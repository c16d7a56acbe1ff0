import { expect, test } from 'vitest';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { sharp } from '#server/platform/image.ts';
import { createClipMaker } from './clips.ts';

test('closing aborts clips that are rendering or queued, and waits until they have ended', async () => {
  const grey = { width: 64, height: 64, channels: 3, background: 'grey' } as const;
  const photo = await sharp({ create: grey }).jpeg().toBuffer();
  const clips = await createClipMaker(await findFfmpeg());
  const ended: string[] = [];
  for (const side of [640, 642])
    void clips
      .make(photo, { width: side, height: side }, 'long')
      .then(() => ended.push('made'))
      .catch(() => ended.push('given up'));
  await clips.close();
  expect(ended).toEqual(['given up', 'given up']);
});
