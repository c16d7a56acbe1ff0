import type { ErrorCode } from '../../../../shared/errors.ts';
import type { Hindrance } from './send-until-there.ts';

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
  /** What it waits for, to be sent again then. */
  hindrance: Hindrance | null;
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
  | { type: 'hindered'; hindrance: Hindrance | null }
  | { type: 'cancel' }
  | { type: 'accepted' | 'found'; taskId: string }
  | { type: 'completed'; taskId: string; downloadUrl: string }
  | { type: 'failed'; reason: FailureReason }
  | { type: 'reset' };

/** The next state. An event that does not belong to the present one, such as a late answer, changes nothing. */
export function nextFlow(flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case 'send':
      return flow.phase === 'upload'
        ? { phase: 'sending', fraction: null, hindrance: null, canceling: false }
        : flow;
    case 'sent':
      return flow.phase === 'sending' ? { ...flow, fraction: event.fraction } : flow;
    case 'hindered': {
      if (flow.phase !== 'sending') return flow;
      const { hindrance } = event;
      // What was put off has to leave again.
      return { ...flow, hindrance, ...(hindrance?.is === 'resting' && { fraction: null }) };
    }
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
