import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sight } from '../../../shared/seeing/see.ts';
import { createProcessPool, LostProcessError } from '../../platform/process-pool.ts';
import type { AnimationJob, SeenPhoto } from './animation.ts';
import type { ReadyPhoto, ReadyQuestion } from './make-ready.ts';
import { RenderError } from './render-error.ts';
import type { SeeingAnswer, SeeingQuestion } from './seeing-process.ts';

/** An analysis takes under a second; a busy machine may take much longer. */
const deadlineMilliseconds = 60_000;
/** It needs little JavaScript heap, and an unlimited heap would grow. */
const flags = ['--max-semi-space-size=2', '--max-old-space-size=64'];
/** Otherwise, glibc's per-thread arenas would retain freed memory. */
const env = { MALLOC_ARENA_MAX: '1' };
/** Loading the models takes a second; keeping them loaded takes some two hundred megabytes. */
const idleMilliseconds = 10 * 60_000;

const processes = createProcessPool<SeeingQuestion, SeeingAnswer>({
  script: fileURLToPath(new URL('./seeing-process.ts', import.meta.url)),
  ...{ flags, env },
  size: 1,
  deadlineMilliseconds,
  idleMilliseconds,
  background: true,
});

/**
 * Finds faces and people in a prepared photo, in a child process that is kept for the next photo. Retries once if the
 * process is lost. Throws RenderError.
 */
export async function lookAtPhoto(photoPath: string): Promise<Sight> {
  return (await ask({ photoPath, ready: null, look: true })).sight;
}

/**
 * Preprocesses a prepared photo as requested, before it is analyzed or sent to a provider: `makeReady`, off this
 * thread. Throws RenderError.
 */
export async function makePhotoReady({ photoPath, ...ready }: ReadyQuestion): Promise<ReadyPhoto> {
  return ask({ photoPath, ready, look: false });
}

/** Preprocesses and analyzes a job's photo. A new photo in the job's folder may replace it. Throws RenderError. */
export async function seePhoto({
  photoPath,
  workDir,
  wishes: { border, restore },
}: Pick<AnimationJob, 'photoPath' | 'workDir' | 'wishes'>): Promise<SeenPhoto> {
  const ready = { readyPath: path.join(workDir, 'ready.jpg'), border, restore };
  return ask({ photoPath, ready, look: true });
}

async function ask(question: SeeingQuestion & { look: true }): Promise<SeenPhoto>;
async function ask(question: SeeingQuestion): Promise<ReadyPhoto>;
async function ask(question: SeeingQuestion): Promise<ReadyPhoto & { sight: Sight | null }> {
  const run = () => processes.run(() => Promise.resolve(question));
  try {
    const answer = await run().catch((error: unknown) => {
      if (error instanceof LostProcessError) return run();
      throw error;
    });
    if ('seen' in answer) return answer.seen;
    if ('unreadable' in answer) throw failure('unreadable-photo', answer.unreadable);
    throw failure('internal', answer.fault);
  } catch (error) {
    if (error instanceof LostProcessError) throw failure('crashed', error.message);
    throw error;
  }
}

function failure(reason: RenderError['reason'], detail: string): RenderError {
  return new RenderError(reason, 'The photo could not be looked at', detail);
}
