import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStage } from './stage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A player of a browser whose events and whose consent to play the test decides on. */
function createPlayer() {
  const playing = Promise.withResolvers<void>();
  const player = Object.assign(new EventTarget(), {
    src: '',
    dataset: {},
    ended: false,
    duration: Number.NaN,
    currentTime: 0,
    load() {},
    pause() {},
    removeAttribute() {},
    play: () => playing.promise,
  });
  return { player, playing };
}

function openStage() {
  const [first, second] = [createPlayer(), createPlayer()];
  const stage = createStage(
    first.player as unknown as HTMLVideoElement,
    second.player as unknown as HTMLVideoElement,
  );
  return { stage, first };
}

const film = new Blob(['film']);

test('a film is prepared once it can be played, and is not if it can’t', async () => {
  const { stage, first } = openStage();
  const prepared = stage.prepare(film);
  first.player.dispatchEvent(new Event('canplay'));
  await prepared;
  const broken = stage.prepare(film);
  first.player.dispatchEvent(new Event('error'));
  await expect(broken).rejects.toThrow('can’t be played');
});

test('a browser that loads nothing before it is asked to play is asked after a while', async () => {
  const { stage, first } = openStage();
  const prepared = stage.prepare(film);
  await vi.advanceTimersByTimeAsync(20_000);
  await prepared;
  const turned = stage.turn();
  first.playing.resolve();
  await turned;
  expect(first.player.dataset).toHaveProperty('shown');
});

test('a browser that neither plays nor refuses counts as refusing: the button for it appears', async () => {
  const { stage } = openStage();
  const outcome = Promise.allSettled([stage.turn()]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await outcome).toMatchObject([
    { status: 'rejected', reason: new Error('The browser did not begin to play') },
  ]);
});
