import type { OddClip } from '../lib/clips.ts';
import type { DownloadFault } from '../lib/downloads.ts';

/**
 * What can go wrong with a call. A number is answered as HTTP status in place of doing anything. `reset`: the
 * connection breaks, and nothing was done. `lose`: it was done, and the connection breaks before the answer.
 */
export type ComfyFault = number | 'reset' | 'lose';

/** How one graph shall go; each list is used up call by call, and what follows goes well. */
export interface ComfyScript {
  upload?: readonly ComfyFault[];
  prompt?: readonly ComfyFault[];
  history?: readonly ComfyFault[];
  /** The graph is refused with an error of this node. */
  refuse?: { node: string; message: string; details: string };
  /** This node fails while it runs. */
  fail?: { node: string; message: string };
  /** The server is restarted while the graph runs, and forgets it. */
  forget?: boolean;
  /** The key that the video is saved under, or a picture in its place. */
  output?: 'images' | 'gifs' | 'videos' | 'picture';
  clip?: OddClip;
  download?: readonly DownloadFault[];
}
