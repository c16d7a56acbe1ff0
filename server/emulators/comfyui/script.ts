import type { ClipDeviation } from '../lib/clips.ts';
import type { DownloadFault } from '../lib/downloads.ts';

/**
 * A fault of a call. A number is the HTTP status of the response, and nothing is done. `reset`: the connection breaks,
 * and nothing was done. `lose`: the call was executed, but the connection breaks before the response.
 */
export type ComfyFault = number | 'reset' | 'lose';

/** Scripts one graph; each list is consumed call by call, and later calls succeed. */
export interface ComfyScript {
  upload?: readonly ComfyFault[];
  prompt?: readonly ComfyFault[];
  history?: readonly ComfyFault[];
  /** The graph is rejected with an error of this node. */
  refuse?: { node: string; message: string; details: string };
  /** This node fails during execution. */
  fail?: { node: string; message: string };
  /** The server is restarted while the graph runs, and loses it. */
  forget?: boolean;
  /** The key under which the video is saved, or `picture` to save an image instead. */
  output?: 'images' | 'gifs' | 'videos' | 'picture';
  clip?: ClipDeviation;
  download?: readonly DownloadFault[];
}
