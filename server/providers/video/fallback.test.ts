import { once } from 'node:events';
import { expect, test } from 'vitest';
import { animationRequest } from '#tests/support/animation.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { createFallbackProvider } from './fallback.ts';
import { type AnimationFiles, DeadlinePassed, ProviderError, type VideoProvider } from './types.ts';

const files: AnimationFiles = {
  clean: 'a',
  watermarked: 'b',
  posterClean: 'c',
  posterWatermarked: 'd',
  ...{
    width: 2,
    height: 2,
    frames: 150,
    maker: { name: 'local', version: '1', model: null },
    movement: 'arc',
    steps: [],
    source: null,
  },
};

interface Play extends Partial<VideoProvider> {
  animate: VideoProvider['animate'];
}

/** Two fake providers, and a record of the calls to each. */
function stage({ main, other, reserve = 0 }: { main: Play; other?: Play; reserve?: number }) {
  const calls: string[] = [];
  const provider = (name: 'minimax' | 'local', { animate, ...more }: Play): VideoProvider => ({
    name,
    usualSeconds: { min: 1, max: 2 },
    keepsPhotos: name === 'local',
    atOnce: 1,
    isShared: true,
    isAvailable: () => Promise.resolve(true),
    close: () => Promise.resolve(),
    ...more,
    animate(request) {
      calls.push(name);
      return animate(request);
    },
  });
  const well = { animate: () => Promise.resolve(files) };
  const video = createFallbackProvider({
    main: provider('minimax', main),
    other: provider('local', other ?? well),
    reserve,
    logger: createLogger('silent'),
  });
  return { video, calls };
}

const none = () => Promise.resolve(null);
const request = (more: Parameters<typeof animationRequest>[0] | object = {}) =>
  animationRequest({
    photoPath: '',
    workDir: '',
    submissions: {
      latest: none,
      open: () => Promise.resolve(true),
      accept: () => Promise.resolve(),
      end: () => Promise.resolve(),
    },
    ...more,
  });
const fails = (reason: Error) => ({ animate: () => Promise.reject(reason) });

test.each(['permanent', 'provider-unavailable'] as const)(
  '%s: the other provider takes over',
  async (kind) => {
    const { video, calls } = stage({ main: fails(new ProviderError(kind, 'no')) });
    await expect(video.animate(request())).resolves.toBe(files);
    expect(calls).toEqual(['minimax', 'local']);
  },
);

test.each(['rejected-photo', 'transient'] as const)(
  '%s: the other provider does not take over',
  async (kind) => {
    const { video, calls } = stage({ main: fails(new ProviderError(kind, 'no')) });
    await expect(video.animate(request())).rejects.toMatchObject({ kind });
    expect(calls).toEqual(['minimax']);
  },
);

test('a provider that is too slow is replaced before the task’s deadline', async () => {
  const { video, calls } = stage({
    reserve: 60_000,
    main: {
      async animate({ signal }) {
        await once(signal, 'abort');
        throw signal.reason;
      },
    },
  });
  await expect(video.animate(request({ deadline: new Date(Date.now() + 60_050) }))).resolves.toBe(files);
  expect(calls).toEqual(['minimax', 'local']);
});

test('stopping a run stops it for good', async () => {
  const stop = new AbortController();
  const { video, calls } = stage({
    main: {
      animate() {
        stop.abort(new DeadlinePassed('the task’s own'));
        return Promise.reject(stop.signal.reason as Error);
      },
    },
  });
  await expect(video.animate(request({ signal: stop.signal }))).rejects.toThrow('the task’s own');
  expect(calls).toEqual(['minimax']);
});

test('while the first provider is paused it gets no new work, but its pending results are fetched', async () => {
  const paused = { isAvailable: () => Promise.resolve(false), animate: () => Promise.resolve(files) };
  const idle = stage({ main: paused });
  await idle.video.animate(request());
  expect(idle.calls).toEqual(['local']);
  expect(await idle.video.isAvailable()).toBe(true);

  const busy = stage({ main: paused });
  const submissions = {
    ...request().submissions,
    latest: () => Promise.resolve({ number: 1, remoteId: 'a', outcome: null }),
  };
  await busy.video.animate(request({ submissions }));
  expect(busy.calls).toEqual(['minimax']);
});

test('photos stay private only if both providers keep them', () => {
  const { video } = stage({ main: fails(new Error('unused')) });
  expect(video.keepsPhotos).toBe(false);
  expect(video.name).toBe('minimax');
});
