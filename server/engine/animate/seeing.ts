import { fileURLToPath } from 'node:url';
import type { Sight } from '../../../shared/seeing/see.ts';
import { createProcessPool, LostProcessError } from '../../platform/process-pool.ts';
import { RenderError } from './render-error.ts';
import type { SeeingAnswer } from './seeing-process.ts';

/** A look takes under a second; a machine that is busy may take long. */
const deadlineMilliseconds = 60_000;
/** Of JavaScript's own memory it needs little, and a heap that may grow does: 320 MB in all instead of 190. */
const flags = ['--max-semi-space-size=2', '--max-old-space-size=64'];
/** Loading the models takes a second, keeping them some two hundred megabytes. */
const idleMilliseconds = 10 * 60_000;

const processes = createProcessPool<string, SeeingAnswer>({
  script: fileURLToPath(new URL('./seeing-process.ts', import.meta.url)),
  flags,
  size: 1,
  deadlineMilliseconds,
  idleMilliseconds,
});

/**
 * Finds faces and people in a prepared photo, in a process of its own that stays for the next photo. A process that is
 * lost on the way is replaced once. Throws RenderError.
 */
export async function lookAtPhoto(photoPath: string): Promise<Sight> {
  const look = () => processes.run(() => Promise.resolve(photoPath));
  try {
    const answer = await look().catch((error: unknown) => {
      if (error instanceof LostProcessError) return look();
      throw error;
    });
    if ('sight' in answer) return answer.sight;
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
