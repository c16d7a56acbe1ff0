import { isAbort } from '#client/lib/abort.ts';
import { errorCodeOf, needsPayment } from '#client/api/error-code.ts';
import type { Photo } from '#client/entities/photo/read-photo.ts';
import { isDeclined, isRepeated } from './answers.ts';
import type { Board } from './board.ts';
import { deliver } from './deliver.ts';
import type { OutboxEffects } from './effects.ts';
import type { OutboxEvent } from './photos.ts';
import { keyOf } from './row.ts';

/** One run of the sending, while this tab holds the lock. */
export interface Run {
  isOver: boolean;
  readonly nudge: EventTarget;
  readonly taken: Set<string>;
  /** The uploads in progress that can be stopped. */
  readonly stoppable: Map<string, AbortController>;
}

interface Sending {
  board: Board;
  effects: OutboxEffects;
  run: Run;
  emit: (event: OutboxEvent) => void;
  /** The photo, if a page has read it. */
  read: Photo | null;
}

/** What is known of a photo that may have arrived without an answer. */
interface Trace {
  /** An earlier attempt was uploaded completely and never answered. */
  isUncertain: boolean;
  /** So is this one, so far. */
  hasLeft: boolean;
}

/** Sends one photo until the server has answered, or its owner stops it. True if no other can be sent. Never rejects. */
export async function sendOne(id: string, { board, effects, run, emit, read }: Sending): Promise<boolean> {
  const stop = new AbortController();
  run.stoppable.set(id, stop);
  const row = board.find(id)?.row;
  const trace: Trace = { isUncertain: (row?.fields ?? null) !== null, hasLeft: false };
  try {
    const taskId = await sent();
    if (taskId === null) {
      board.setPhase(id, { is: 'ready' });
      return false;
    }
    await board.change(id, { type: 'accepted' });
    effects.channel.post([id]);
    board.setPhase(id, { is: 'sent', taskId });
    effects.onSent({ consent: row?.request?.consent });
    emit({ type: 'sent', id, taskId });
    return false;
  } catch (error) {
    return await settleFailure(id, error, trace, { board, emit });
  } finally {
    run.stoppable.delete(id);
  }

  /** The task; null if it is not to be sent any more: the tab that was sending it has stopped, and said so. */
  async function sent(): Promise<string | null> {
    if (!row?.request) throw new TypeError('A photo is sent as its owner asked');
    board.setPhase(id, { is: 'sending', fraction: null });
    const { language, consent, options } = row.request;
    const prepared = await effects.prepare(row, read);
    const fields = { ...(options ?? prepared.options), language, consent };
    // Stored before it leaves: whoever goes on after this page sends the same.
    const begun = (await board.change(id, { type: 'begun', fields })) ?? { ...row, fields };
    if (begun.state === 'ready') return null;
    const { signal } = stop;
    signal.throwIfAborted();
    return deliver({
      signal,
      nudge: run.nudge,
      reach: effects.reach,
      pause: effects.pause,
      send: (onProgress) =>
        effects.upload(prepared.photo, {
          key: keyOf(begun),
          fields: begun.fields ?? fields,
          signal,
          onProgress,
        }),
      onProgress(fraction) {
        if (fraction === 1) {
          trace.hasLeft = true;
          run.stoppable.delete(id);
        }
        board.setPhase(id, { is: 'sending', fraction });
      },
      onBlocked(block) {
        if (block) run.stoppable.set(id, stop);
        if (block?.is === 'lost') {
          trace.isUncertain ||= trace.hasLeft;
          board.setPhase(id, { is: 'sending', fraction: null });
        }
        if (block?.is === 'resting') {
          // Keys are looked up before limits: the photo has not arrived before, either.
          trace.isUncertain = !block.isRefused;
          board.setPhase(id, { is: 'waiting' });
        }
        if (block) trace.hasLeft = false;
        board.show({ block });
      },
    });
  }
}

async function settleFailure(
  id: string,
  error: unknown,
  { isUncertain, hasLeft }: Trace,
  { board, emit }: Pick<Sending, 'board' | 'emit'>,
): Promise<boolean> {
  const code = errorCodeOf(error);
  if (isAbort(error)) {
    const late = isUncertain || hasLeft;
    await board.change(id, { type: 'recalled', mayHaveArrived: late });
    board.setPhase(id, { is: 'ready' });
    emit({ type: 'stopped', id, late });
    return false;
  }
  const isUnpaid = needsPayment(error);
  if (code !== null && isRepeated(code) && isDeclined(code) && !isUnpaid) {
    await board.change(id, { type: 'declined' });
    board.setPhase(id, { is: 'declined', code });
  } else {
    // Without a code, what answered was not Memori: nobody knows what became of the photo.
    const mayHaveArrived = isUncertain || (code === null && hasLeft);
    const isSettled = code !== null && isRepeated(code);
    await board.change(id, isSettled ? { type: 'rejected' } : { type: 'recalled', mayHaveArrived });
    const isOurs = isUnpaid || code === 'not_signed_in';
    board.setPhase(id, isOurs ? { is: 'ready' } : { is: 'failed', code });
    if (isOurs) {
      emit({ type: isUnpaid ? 'payment-needed' : 'signed-out' });
      return true;
    }
  }
  emit({ type: 'failed', id, error });
  return false;
}
