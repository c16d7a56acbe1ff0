import pLimit from 'p-limit';
import type { VideoProvider } from './types.ts';

/** A provider whose samples `local` makes, at most `local.atOnce` at a time: they stay on this machine and are free. */
export function withSamples(main: VideoProvider, local: VideoProvider): VideoProvider {
  const turn = pLimit(local.atOnce);
  return {
    ...main,
    animate: (request) => (request.sample ? turn(() => local.animate(request)) : main.animate(request)),
    async close() {
      await main.close();
      await local.close();
    },
  };
}
