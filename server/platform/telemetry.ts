import { channel, type ChannelListener } from 'node:diagnostics_channel';
import type { ErrorCode } from '../../shared/errors.ts';
import type { ProviderName } from '../../shared/providers.ts';
import type { TaskStage } from '../../shared/status.ts';

/** What happens in this process that is worth counting (decision 141). Every value is one of few; times are in seconds. */
export interface Happenings {
  /** A task, a movement, an album or an export has ended, once. */
  'work-ended': {
    kind: string;
    /** Why it ended badly; null where it ended well. */
    cause: ErrorCode | null;
    test: boolean;
    /** Until a worker took it up; null where none did. */
    waited: number | null;
    /** From then to its end. */
    ran: number | null;
  };
  'stage-ended': { stage: TaskStage; provider: ProviderName; test: boolean; seconds: number };
  /** One try of a job has ended; `queue` is a QueueName, whose module this one can't import. */
  'job-ended': { queue: string; outcome: 'done' | 'failed'; seconds: number };
  'submission-opened': { provider: ProviderName };
  /** It brought no video. */
  'submission-failed': { provider: ProviderName; outcome: string };
  /** One try to bring a message to a user's webhook. */
  'delivery-ended': { outcome: 'delivered' | 'failed' };
  'database-query': { seconds: number };
  'storage-operation': { operation: string; outcome: 'ok' | 'failed'; seconds: number };
}

type Happening = keyof Happenings;

const named = (happening: Happening) => channel(`memori.${happening}`);

/** Tells whoever counts; costs next to nothing where nobody does. Never throws, and never tells who or what it was about. */
export function happened<Name extends Happening>(name: Name, what: Happenings[Name]): void {
  named(name).publish(what);
}

/** Calls `listener` for each from now on, for as long as the process lives. */
export function whenever<Name extends Happening>(
  name: Name,
  listener: (what: Happenings[Name]) => void,
): void {
  named(name).subscribe(listener as ChannelListener);
}

/** A watch that tells how many seconds have gone by. */
export function startWatch(): () => number {
  const started = performance.now();
  return () => (performance.now() - started) / 1000;
}
