import type { ClipDeviation } from '../lib/clips.ts';
import type { DownloadFault } from '../lib/downloads.ts';

/**
 * A fault of a call. A code is sent as the response, in `base_resp` with HTTP 200 or as an HTTP status, and nothing is
 * done. `reset`: the connection breaks, and nothing was done. `lose`: the call was executed, but the connection breaks
 * before the response. `garbage`: the call was executed, but an HTML page replaces the response. `silence`: like
 * `lose`, but the connection stays open.
 */
export type CallFault =
  | { code: number; as?: 'base_resp' | 'status' }
  | 'reset'
  | 'lose'
  | 'garbage'
  | 'silence';

/** Scripts one job; each list is consumed call by call, and later calls succeed. */
export interface MinimaxScript {
  create?: readonly CallFault[];
  query?: readonly CallFault[];
  retrieve?: readonly CallFault[];
  /** The states that successive queries return before the end, regardless of time. */
  statuses?: readonly ('Preparing' | 'Queueing' | 'Processing')[];
  /** The final state, in MiniMax's spelling. */
  end?: 'Success' | 'Fail' | 'Failed' | 'fail';
  /** For a failure: the code that explains it. */
  reason?: number;
  /** The success lacks its file: in one response, or in all. */
  fileId?: 'late' | 'missing' | 'empty';
  clip?: ClipDeviation;
  /** The clip's address to report. */
  address?: string;
  download?: readonly DownloadFault[];
}

/** An event as seen by the emulator. */
export interface MinimaxEvent {
  type: 'create' | 'taken' | 'answered' | 'query' | 'retrieve' | 'download' | 'downloaded';
  /** The job's prompt, by which its test identifies it. */
  prompt: string;
  /** The caller's key. Downloads carry none: theirs is the key that created the job. */
  apiKey: string;
}
