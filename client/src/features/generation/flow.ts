import type { ErrorCode } from '../../../../shared/errors.ts';

/** What the create page's main card is about. */
export type Flow =
  | { phase: 'upload' }
  | ({ phase: 'sending' } & Sending)
  | { phase: 'progress'; taskId: string }
  | { phase: 'result'; taskId: string; downloadUrl: string }
  | { phase: 'failed'; reason: FailureReason };

/** A photo that travels. */
export interface Sending {
  /** 0 to 1; null while the photo is being made ready. */
  fraction: number | null;
  /** The connection was lost on the way: it is sent again when that is back. */
  lost: boolean;
  /** All of it has left, and the person wants the video no more. */
  canceling: boolean;
}

export type FailureReason =
  /** The video was never started: nothing was spent. */
  | { at: 'start'; code: ErrorCode | null }
  /** The task ended in failure: the credit came back. */
  | { at: 'generation'; code: ErrorCode | null }
  /** The video is there, only its link could not be had. */
  | { at: 'link' };

export type FlowEvent =
  | { type: 'send' }
  | { type: 'sent'; fraction: number }
  | { type: 'lost' | 'cancel' }
  | { type: 'accepted' | 'found'; taskId: string }
  | { type: 'completed'; taskId: string; downloadUrl: string }
  | { type: 'failed'; reason: FailureReason }
  | { type: 'reset' };

/** The next state. An event that does not belong to the present one, such as a late answer, changes nothing. */
export function nextFlow(flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case 'send':
      return flow.phase === 'upload'
        ? { phase: 'sending', fraction: null, lost: false, canceling: false }
        : flow;
    case 'sent':
      return flow.phase === 'sending' ? { ...flow, fraction: event.fraction, lost: false } : flow;
    case 'lost':
      return flow.phase === 'sending' ? { ...flow, lost: true } : flow;
    case 'cancel':
      return flow.phase === 'sending' ? { ...flow, canceling: true } : flow;
    case 'accepted':
      return flow.phase === 'sending' ? { phase: 'progress', taskId: event.taskId } : flow;
    case 'found':
      return flow.phase === 'upload' ? { phase: 'progress', taskId: event.taskId } : flow;
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
