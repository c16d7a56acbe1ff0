import pLimit from 'p-limit';
import type { AnimationRequest, VideoProvider } from './types.ts';

/**
 * A provider with `local` beside it, for what stays on this machine: samples, which are free, and tasks that were
 * accepted for the local animator (decision 109). `local` makes at most `local.atOnce` of them at a time.
 */
export function withSamples(main: VideoProvider, local: VideoProvider): VideoProvider {
  const turn = pLimit(local.atOnce);
  const staysHere = ({ sample, provider }: AnimationRequest) =>
    sample === true || (provider === 'local' && main.name !== 'local');
  return {
    ...main,
    animate: (request) => (staysHere(request) ? turn(() => local.animate(request)) : main.animate(request)),
    async close() {
      await main.close();
      await local.close();
    },
  };
}
