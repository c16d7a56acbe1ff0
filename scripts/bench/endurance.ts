import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRenderPool } from '../../server/engine/animate/render-pool.ts';
import { findFfmpeg } from '../../server/engine/ffmpeg/ffmpeg.ts';
import { cameraMovements, defaultAnimationOptions } from '../../shared/motion/movements.ts';
import { report } from './lib/measure.ts';
import { residentOf } from './lib/peak-memory.ts';

/** By then all code is warm and every buffer has been allocated once. */
const warmAfter = 20;

const portrait = fileURLToPath(new URL('../../studio/pictures/masters/grandmother.jpg', import.meta.url));

/** Checks whether memory grows over many generations in a row. `args`: their number (at least 30), 100 by default. */
export async function run([count = '100']: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memori-bench-'));
  const pool = createRenderPool();
  try {
    const ffmpegPath = (await findFfmpeg(process.env.FFMPEG_PATH)).path;
    const sizes: { own: number; children: number }[] = [];
    for (let n = 0; n < Number(count); n++) {
      const job = {
        ...{
          ffmpegPath,
          photoPath: portrait,
          workDir: folder,
          renditions: ['clean', 'watermarked'] as const,
        },
        ...{ seed: n, encoderThreads: 0 },
        options: { ...defaultAnimationOptions, motion: cameraMovements[n % cameraMovements.length]! },
      };
      await pool.run(job, () => undefined, new AbortController().signal);
      sizes.push(residentOf(process.pid));
    }
    const most = (part: typeof sizes, of: 'own' | 'children') => Math.max(...part.map((size) => size[of]));
    const [early, late] = [sizes.slice(warmAfter - 10, warmAfter), sizes.slice(-10)];
    report(`memory of node after ${warmAfter} generations`, most(early, 'own'), 0, 'MB');
    report(`memory of node after ${count} generations`, most(late, 'own'), 0, 'MB');
    report('growth of node (at most 1.05)', most(late, 'own') / most(early, 'own'));
    report(`memory of the process that sees after ${count} generations`, most(late, 'children'), 0, 'MB');
    report('growth of that process (at most 1.05)', most(late, 'children') / most(early, 'children'));
  } finally {
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  }
}
