import type { Response } from 'express';

/** Faults of a download. Endless ones continue until the client disconnects. */
export const downloadFaults = [
  'expired',
  'slow',
  'stalled',
  'endless',
  'html',
  'empty',
  'truncated',
  'redirect',
] as const;
export type DownloadFault = (typeof downloadFaults)[number];

const expired =
  '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired.</Message></Error>';
const page = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>';

/** Sends a clip, or simulates a fault instead. */
export function sendClip(res: Response, clip: Buffer, fault?: DownloadFault): void {
  switch (fault) {
    case undefined:
      res.type('video/mp4').send(clip);
      return;
    case 'expired':
      res.status(403).type('xml').send(expired);
      return;
    case 'html':
      res.type('html').send(page);
      return;
    case 'empty':
      res.type('video/mp4').send(Buffer.alloc(0));
      return;
    case 'redirect':
      res.redirect(302, '/elsewhere.mp4');
      return;
    case 'truncated':
      res.set('content-length', String(clip.length)).type('video/mp4');
      res.write(clip.subarray(0, clip.length / 2), () => res.destroy());
      return;
    case 'stalled':
      res.set('content-length', String(clip.length)).type('video/mp4');
      res.write(clip.subarray(0, clip.length / 2));
      return;
    case 'slow':
      void streamSlowly(res.type('video/mp4'), clip, 20, 10);
      return;
    case 'endless':
      void streamSlowly(res.type('video/mp4'), clip, Number.POSITIVE_INFINITY, 0);
      return;
  }
}

/** Sends the clip in a number of parts with a pause after each; if `parts` is infinite, endlessly. */
async function streamSlowly(res: Response, clip: Buffer, parts: number, pause: number): Promise<void> {
  const size = Number.isFinite(parts) ? Math.ceil(clip.length / parts) : clip.length;
  for (let part = 0; part < parts && !res.destroyed; part += 1) {
    const from = Number.isFinite(parts) ? part * size : 0;
    await new Promise<void>((resolve) => {
      res.once('close', resolve);
      res.write(clip.subarray(from, from + size), () => setTimeout(resolve, pause));
    });
    res.removeAllListeners('close');
  }
  res.end();
}
