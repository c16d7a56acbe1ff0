// Runs Memori as server/main.ts does, but its own animator makes half-size videos.
import { runMemori } from '#server/run.ts';
import { halfSize } from './animation.ts';

await runMemori({
  adapt: (deps) => (deps.video.name === 'local' ? { ...deps, video: halfSize(deps.video) } : deps),
});
