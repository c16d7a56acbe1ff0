import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { preparePhoto } from '#server/features/generation/photos/photo.ts';
import { sharp } from '#server/platform/image.ts';
import { createRenderPool } from '#server/engine/animate/render-pool.ts';
import { drawSamplePhoto } from './sample-photo.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';

/** Animates four variants of the sample photo as the server would. Returns the paths of the clean clips. */
export async function animateSamples(ffmpegPath: string, folder: string): Promise<string[]> {
  const original = sharp(await drawSamplePhoto());
  const variants = [
    original.clone(),
    original.clone().flop(),
    original.clone().tint('#b0885c'),
    original.clone().negate({ alpha: false }),
  ];
  const pool = createRenderPool();
  const clips: string[] = [];
  for (const [i, variant] of variants.entries()) {
    const workDir = join(folder, `sample ${i}`);
    await mkdir(workDir);
    const photoPath = join(workDir, 'photo.jpg');
    await writeFile(photoPath, (await preparePhoto(await variant.jpeg().toBuffer())).jpeg);
    const job = {
      ffmpegPath,
      photoPath,
      workDir,
      renditions: ['clean'],
      encoderThreads: 0,
      seed: 1,
      options: defaultAnimationOptions,
    } as const;
    const { renditions } = await pool.run(job, () => undefined, new AbortController().signal);
    clips.push(renditions.clean!.video);
  }
  await pool.close();
  return clips;
}
