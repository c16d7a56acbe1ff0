import type { ErrorCode } from '#shared/errors.ts';
import type { SendBlock } from './send-with-retries.ts';

/** The state of the create page's main card. */
export type Flow =
  | { phase: 'upload' }
  | ({ phase: 'sending' } & Sending)
  | { phase: 'progress'; taskId: string }
  | { phase: 'result'; taskId: string; downloadUrl: string }
  | { phase: 'failed'; reason: FailureReason };

/** A photo being uploaded. */
export interface Sending {
  /** 0 to 1; null while the photo is being prepared. */
  fraction: number | null;
  /** What the retry is waiting for. */
  block: SendBlock | null;
  /** The upload is complete, but the user has cancelled. */
  canceling: boolean;
}

export type FailureReason =
  /** The video was never started: no credit was spent. */
  | { at: 'start'; code: ErrorCode | null }
  /** The task failed: the credit was refunded. */
  | { at: 'generation'; code: ErrorCode | null; taskId: string }
  /** The video is finished, but its link could not be fetched. */
  | { at: 'link' };

export type FlowEvent =
  | { type: 'send' }
  | { type: 'sent'; fraction: number }
  | { type: 'blocked'; block: SendBlock | null }
  | { type: 'cancel' }
  | { type: 'accepted' | 'found' | 'replaced'; taskId: string }
  | { type: 'completed'; taskId: string; downloadUrl: string }
  | { type: 'failed'; reason: FailureReason }
  | { type: 'reset' };

/** The next state. An event that does not apply to the current one, such as a late response, changes nothing. */
export function nextFlow(flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case 'send':
      return flow.phase === 'upload'
        ? { phase: 'sending', fraction: null, block: null, canceling: false }
        : flow;
    case 'sent':
      return flow.phase === 'sending' ? { ...flow, fraction: event.fraction } : flow;
    case 'blocked': {
      if (flow.phase !== 'sending') return flow;
      const { block } = event;
      // After a rest, the upload starts over.
      return { ...flow, block, ...(block?.is === 'resting' && { fraction: null }) };
    }
    case 'cancel':
      return flow.phase === 'sending' ? { ...flow, canceling: true } : flow;
    case 'accepted':
      return flow.phase === 'sending' ? { phase: 'progress', taskId: event.taskId } : flow;
    case 'found':
      return flow.phase === 'upload' ? { phase: 'progress', taskId: event.taskId } : flow;
    case 'replaced':
      return flow.phase === 'failed' ? { phase: 'progress', taskId: event.taskId } : flow;
    case 'completed': {
      const { taskId, downloadUrl } = event;
      return flow.phase === 'progress' && flow.taskId === taskId
        ? { phase: 'result', taskId, downloadUrl }
        : flow;
    }
    case 'failed':
      return flow.phase === 'sending' || flow.phase === 'progress'
        ? { phase: 'failed', reason: event.reason }
        : flow;
    case 'reset':
      return { phase: 'upload' };
  }
}
