import type { ErrorCode } from '#shared/errors.ts';

/** The video that the create page's main card follows. While there is none, it shows the outbox. */
export type Flow =
  | { phase: 'outbox' }
  | { phase: 'progress'; taskId: string }
  | { phase: 'result'; taskId: string; downloadUrl: string }
  | { phase: 'failed'; reason: FailureReason };

export type FailureReason =
  /** The video was never started: no credit was spent. */
  | { at: 'start'; code: ErrorCode | null }
  /** The task failed: the credit was refunded. */
  | { at: 'generation'; code: ErrorCode | null; taskId: string }
  /** The video is finished, but its link could not be fetched. */
  | { at: 'link' };

export type FlowEvent =
  | { type: 'accepted' | 'found' | 'replaced'; taskId: string }
  | { type: 'completed'; taskId: string; downloadUrl: string }
  | { type: 'failed'; reason: FailureReason }
  | { type: 'reset' };

/** The next state. An event that does not apply to the current one, such as a late response, changes nothing. */
export function nextFlow(flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case 'accepted':
      return { phase: 'progress', taskId: event.taskId };
    case 'found':
      return flow.phase === 'outbox' ? { phase: 'progress', taskId: event.taskId } : flow;
    case 'replaced':
      return flow.phase === 'failed' ? { phase: 'progress', taskId: event.taskId } : flow;
    case 'completed': {
      const { taskId, downloadUrl } = event;
      return flow.phase === 'progress' && flow.taskId === taskId
        ? { phase: 'result', taskId, downloadUrl }
        : flow;
    }
    case 'failed':
      return flow.phase === 'progress' ? { phase: 'failed', reason: event.reason } : flow;
    case 'reset':
      return { phase: 'outbox' };
  }
}
