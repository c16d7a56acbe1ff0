import { expect, test } from 'vitest';
import { uniquelyNamed } from './names.ts';
import { nextQueue, type PhotoState, type Queue, type QueueEvent, sendable, tally } from './queue.ts';

const queueOf = (...states: PhotoState[]): Queue => ({
  id: 'q',
  photos: states.map((state, place) => ({ place, file: new File([], `${place}.jpg`), thumb: null, state })),
  isCut: true,
  isSending: false,
  block: null,
});
const run = (queue: Queue, ...events: QueueEvent[]) => events.reduce<Queue | null>(nextQueue, queue);
const statesOf = (queue: Queue | null) => queue?.photos.map(({ state }) => state.is);

const ready: PhotoState = { is: 'ready' };
const small: PhotoState = { is: 'refused', code: 'image_too_small' };

test('valid photos are sent, and invalid ones stay in place', () => {
  const queue = queueOf(ready, small, { is: 'failed', code: null }, ready);
  expect(sendable(queue).map(({ place }) => place)).toEqual([0, 2, 3]);
  const begun = run(queue, { type: 'begun', places: [0, 2] });
  expect(begun).toMatchObject({ isSending: true, isCut: false });
  expect(statesOf(begun)).toEqual(['waiting', 'refused', 'waiting', 'ready']);
});

test('the total progress counts settled photos and parts of those being sent', () => {
  const declined: PhotoState = { is: 'declined', code: 'image_broken' };
  const under: PhotoState = { is: 'sending', fraction: 0.5 };
  const waiting: PhotoState = { is: 'waiting' };
  expect(tally(queueOf({ is: 'sent' }, declined, under, waiting, small, ready))).toEqual({
    sent: 1,
    total: 4,
    percent: 63,
  });
  expect(tally(queueOf(ready, small))).toEqual({ sent: 0, total: 0, percent: 0 });
});

test('when sending ends early, the remaining photos are ready again', () => {
  const ended = run(
    queueOf(ready, ready, ready),
    { type: 'begun', places: [0, 1, 2] },
    { type: 'told', place: 0, state: { is: 'sent' } },
    { type: 'blocked', block: { is: 'lost' } },
    { type: 'ended' },
  );
  expect(statesOf(ended)).toEqual(['sent', 'ready', 'ready']);
  expect(ended).toMatchObject({ isSending: false, block: null });
});

test('an empty queue is null, and events of another queue change nothing', () => {
  const queue = queueOf({ is: 'reading' }, ready);
  const read: QueueEvent = { type: 'read', id: 'q', place: 0, read: { thumb: 'data:', state: small } };
  expect(statesOf(run(queue, { ...read, id: 'another' }))).toEqual(['reading', 'ready']);
  expect(statesOf(run(queue, read))).toEqual(['refused', 'ready']);
  expect(statesOf(run(queue, { type: 'removed', place: 0 }, read))).toEqual(['ready']);
  expect(run(queue, { type: 'removed', place: 0 }, { type: 'removed', place: 1 }, read)).toBeNull();
});

test('photos of the same name are told apart, whatever their extension', () => {
  const names = ['image.jpg', 'image.png', 'image (2).jpg', 'nonna', 'image.jpg'];
  const apart = uniquelyNamed(names.map((name) => new File(['x'], name, { type: 'image/jpeg' })));
  expect(apart.map(({ name }) => name)).toEqual([
    ...['image.jpg', 'image (2).png', 'image (2) (2).jpg', 'nonna', 'image (3).jpg'],
  ]);
  expect(apart.map(({ type, size }) => [type, size])).toEqual(names.map(() => ['image/jpeg', 1]));
});
