import pLimit from 'p-limit';
import type { VideoProvider } from './types.ts';

/**
 * A provider whose samples are made by `local`: they never leave this machine and cost nothing. At most `local.atOnce`
 * run concurrently.
 */
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
