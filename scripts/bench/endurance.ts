import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRenderPool } from '#server/engine/animate/render-pool.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { cameraMovements, defaultAnimationOptions } from '#shared/motion/movements.ts';
import { report, reportWithin } from './lib/measure.ts';
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
    const sizes: Record<string, number[]> = { 'render-process.ts': [], 'analysis-process.ts': [] };
    for (let n = 0; n < Number(count); n++) {
      const job = {
        ...{
          ffmpegPath,
          photoPath: portrait,
          workDir: folder,
          renditions: ['clean', 'watermarked'] as const,
        },
        seed: n,
        encoderThreads: 0,
        options: { ...defaultAnimationOptions, motion: cameraMovements[n % cameraMovements.length]! },
      };
      await pool.run(job, () => undefined, new AbortController().signal);
      for (const [program, each] of Object.entries(sizes)) each.push(residentOf(process.pid, program));
    }
    for (const [program, each] of Object.entries(sizes)) {
      const early = Math.max(...each.slice(warmAfter - 10, warmAfter));
      const late = Math.max(...each.slice(-10));
      report(`memory of ${program} after ${warmAfter} generations`, early, 0, 'MB');
      report(`memory of ${program} after ${count} generations`, late, 0, 'MB');
      reportWithin(`growth of ${program}`, { atMost: 1.05 }, late / early);
    }
  } finally {
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  }
}
