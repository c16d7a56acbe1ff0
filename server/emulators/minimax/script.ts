import type { OddClip } from '../lib/clips.ts';
import type { DownloadFault } from '../lib/downloads.ts';

/**
 * What can go wrong with a call. A code is answered in place of doing anything, in `base_resp` with HTTP 200 or as an
 * HTTP status. `reset`: the connection breaks, and nothing was done. `lose`: it was done, and the connection breaks
 * before the answer. `garbage`: a page in place of the answer, which was done nevertheless. `silence`: as `lose`, but
 * the connection stays open.
 */
export type CallFault =
  | { code: number; as?: 'base_resp' | 'status' }
  | 'reset'
  | 'lose'
  | 'garbage'
  | 'silence';

/** How one job shall go; each list is used up call by call, and what follows goes well. */
export interface MinimaxScript {
  create?: readonly CallFault[];
  query?: readonly CallFault[];
  retrieve?: readonly CallFault[];
  /** What queries answer one after another before the end, whatever the time. */
  statuses?: readonly ('Preparing' | 'Queueing' | 'Processing')[];
  /** As MiniMax spells its end. */
  end?: 'Success' | 'Fail' | 'Failed' | 'fail';
  /** With a failure: the code that explains it. */
  reason?: number;
  /** The success comes without its file: in one answer, or in all. */
  fileId?: 'late' | 'missing' | 'empty';
  clip?: OddClip;
  /** What is said to be the clip's address. */
  address?: string;
  download?: readonly DownloadFault[];
}

/** What happened, as the emulator saw it. */
export interface MinimaxEvent {
  type: 'create' | 'taken' | 'answered' | 'query' | 'retrieve' | 'download' | 'downloaded';
  /** By the job's prompt its test knows it. */
  prompt: string;
  /** Who called. Downloads carry no key: that of whoever created the job. */
  apiKey: string;
}
