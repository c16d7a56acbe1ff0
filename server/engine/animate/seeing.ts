import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sight } from '../../../shared/seeing/see.ts';
import { createProcessPool, LostProcessError } from '../../platform/process-pool.ts';
import type { AnimationJob, SeenPhoto } from './animation.ts';
import type { ReadyPhoto, ReadyQuestion } from './make-ready.ts';
import { RenderError } from './render-error.ts';
import type { SeeingAnswer, SeeingQuestion } from './seeing-process.ts';

/** A look takes under a second; a machine that is busy may take long. */
const deadlineMilliseconds = 60_000;
/** Of JavaScript's own memory it needs little, and a heap that may grow does. */
const flags = ['--max-semi-space-size=2', '--max-old-space-size=64'];
/** Each thread would keep what it frees to itself. */
const env = { MALLOC_ARENA_MAX: '1' };
/** Loading the models takes a second, keeping them some two hundred megabytes. */
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
 * Finds faces and people in a prepared photo, in a process of its own that stays for the next photo. A process that is
 * lost on the way is replaced once. Throws RenderError.
 */
export async function lookAtPhoto(photoPath: string): Promise<Sight> {
  return (await ask({ photoPath, ready: null, look: true })).sight;
}

/**
 * Does to a prepared photo what is wished before it is looked at or sent to anybody, beside this thread: as `makeReady`.
 * Throws RenderError.
 */
export async function makePhotoReady({ photoPath, ...ready }: ReadyQuestion): Promise<ReadyPhoto> {
  return ask({ photoPath, ready, look: false });
}

/** Makes the photo of a job ready and looks at it. Another photo may take its place in the job's folder. Throws RenderError. */
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
