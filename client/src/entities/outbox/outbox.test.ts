import { expect, test } from 'vitest';
import { type Fate, sendAll, settle, Tab, World } from '#tests/components/outbox-world.ts';
import { isSending } from './photos.ts';

const files = (count: number) => Array.from({ length: count }, (_, i) => new File(['x'], `${i}.jpg`));
const phasesOf = ({ outbox }: Tab) => outbox.view().photos.map(({ phase }) => phase.is);
const photosOf = ({ tasks }: World) => [...tasks.values()].map(({ photo }) => photo).toSorted();

/** A world in which a tab shows some photos, and what happens there. */
async function withPhotos(count: number, fates: Fate[] = []) {
  const world = new World();
  const tab = new Tab(world);
  const events: string[] = [];
  tab.outbox.listen((event) => events.push(event.type));
  await world.take(10);
  void tab.outbox.choose(files(count));
  await world.take(10);
  world.fates.push(...fates);
  return { world, tab, events };
}

test('a photo that a closed tab was sending is sent by another one, and becomes one task', async () => {
  const { world, tab } = await withPhotos(1, ['lost afterwards']);
  const other = new Tab(world);
  await world.take(10);
  sendAll(tab);
  // It has arrived, and its answer is on its way.
  await world.take(6);
  expect(photosOf(world)).toEqual(['0.jpg']);
  tab.isAlive = false;
  world.releaseIfDead();
  await world.take(50);
  expect(photosOf(world)).toEqual(['0.jpg']);
  expect(phasesOf(other)).toEqual(['sent']);
  expect(world.rows.size).toBe(0);
});

test('so is one that was chosen after the other tab was opened', async () => {
  const world = new World();
  const other = new Tab(world);
  const tab = new Tab(world);
  await world.take(10);
  void tab.outbox.choose(files(3));
  await world.take(10);
  sendAll(tab);
  await world.take(6);
  expect(phasesOf(other)).toEqual([]);
  tab.isAlive = false;
  world.releaseIfDead();
  await world.take(60);
  expect(photosOf(world)).toEqual(['0.jpg', '1.jpg', '2.jpg']);
  expect(world.rows.size).toBe(0);
});

test.each([0, 1, 2, 4, 8])(
  'so is one that was asked for while the other tab was opening, and read what waits %i steps before',
  async (slowness) => {
    const { world, tab } = await withPhotos(3);
    new Tab(world, slowness);
    // It has read, and not heard of it yet.
    await world.take(2);
    sendAll(tab);
    await world.take(16);
    tab.isAlive = false;
    world.releaseIfDead();
    await world.take(80);
    expect(photosOf(world)).toEqual(['0.jpg', '1.jpg', '2.jpg']);
    expect(world.rows.size).toBe(0);
  },
);

test.each([1, 2, 3, 4, 5, 6, 7])('after a reload at step %i, sending goes on by itself', async (step) => {
  const { world, tab } = await withPhotos(3);
  sendAll(tab);
  // Stored as asked for, at least.
  await world.take(3 + step);
  tab.isAlive = false;
  world.releaseIfDead();
  new Tab(world);
  await world.take(80);
  expect(photosOf(world)).toEqual(['0.jpg', '1.jpg', '2.jpg']);
  expect(world.rows.size).toBe(0);
});

test('what one tab sends is not shown in the others any more', async () => {
  const { world, tab } = await withPhotos(2);
  const other = new Tab(world);
  const heard: unknown[] = [];
  other.outbox.listen((event) => heard.push(event));
  await world.take(10);
  expect(phasesOf(other)).toEqual(['ready', 'ready']);
  const ids = tab.outbox.view().photos.map(({ row }) => row.id);
  sendAll(tab);
  await world.take(50);
  expect(phasesOf(tab)).toEqual(['sent', 'sent']);
  expect(phasesOf(other)).toEqual([]);
  expect(heard).toEqual([{ type: 'sent-elsewhere', ids }]);
});

test('a photo that the sending tab gave back is its owner’s again: a tab that waited does not send it', async () => {
  const { world, tab } = await withPhotos(1, ['500']);
  sendAll(tab);
  await world.take(3);
  const other = new Tab(world);
  await world.take(60);
  expect(phasesOf(tab)).toEqual(['failed']);
  expect(phasesOf(other)).toEqual(['ready']);
  expect(world.tasks.size).toBe(0);
  // Whichever sends it now, it becomes one task.
  sendAll(other);
  sendAll(tab);
  await world.take(60);
  expect(photosOf(world)).toEqual(['0.jpg']);
});

test('two are sent at a time, and a failure does not hold up the others', async () => {
  const { world, tab, events } = await withPhotos(4, ['ok', 'image broken', '500', 'ok']);
  sendAll(tab);
  let most = 0;
  while (isSending(tab.outbox.view())) {
    most = Math.max(most, phasesOf(tab).filter((is) => is === 'sending').length);
    await world.take(1);
  }
  expect(most).toBe(2);
  expect(phasesOf(tab).toSorted()).toEqual(['declined', 'failed', 'sent', 'sent']);
  expect(events.toSorted()).toEqual(['failed', 'failed', 'sent', 'sent']);
  // What failed may be sent again, what was declined not.
  sendAll(tab);
  await world.take(50);
  expect(phasesOf(tab).toSorted()).toEqual(['declined', 'sent', 'sent', 'sent']);
  expect(world.rows.size).toBe(0);
});

test.each([
  ['credits', '402', 'payment-needed'],
  ['the session', '401', 'signed-out'],
] as const)('%s can end it: no further photo is started, and none is lost', async (_, fate, event) => {
  const { world, tab, events } = await withPhotos(4, [fate, fate]);
  sendAll(tab);
  await world.take(60);
  expect(phasesOf(tab)).toEqual(['ready', 'ready', 'ready', 'ready']);
  expect(new Set(events)).toEqual(new Set([event]));
  expect([...world.rows.values()].map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'ready']);
  sendAll(tab);
  await world.take(100);
  expect(photosOf(world)).toEqual(['0.jpg', '1.jpg', '2.jpg', '3.jpg']);
});

test('its owner can stop it, until a photo was uploaded completely', async () => {
  const { world, tab, events } = await withPhotos(4);
  sendAll(tab);
  // The first two are under way, and the first has left.
  while (!tab.outbox.view().photos.some(({ phase }) => phase.is === 'sending' && phase.fraction === 1))
    await world.take(1);
  tab.outbox.stop();
  await world.take(60);
  expect(phasesOf(tab)).toEqual(['sent', 'ready', 'ready', 'ready']);
  expect(events).toEqual(['stopped', 'sent']);
  expect(photosOf(world)).toEqual(['0.jpg']);
});

test('a wait for the server can be stopped; what is sent next has the options chosen by then', async () => {
  const { world, tab } = await withPhotos(1, ['429']);
  sendAll(tab);
  while (tab.outbox.view().block?.is !== 'resting') await world.take(1);
  tab.outbox.stop();
  await settle();
  await world.take(10);
  const [photo] = tab.outbox.view().photos;
  const chosen = { turn: null, rest: { turn: 0, points: [] }, border: 'crop', restore: true } as const;
  void tab.outbox.edit(photo?.row.id ?? '', chosen);
  sendAll(tab);
  await world.take(30);
  expect(
    [...world.tasks.values()].map(({ fields }) => (JSON.parse(fields) as { restore: boolean }).restore),
  ).toEqual([true]);
});

test('one photo has its own card, several a list, and too many are cut', async () => {
  const { world, tab } = await withPhotos(2);
  const { outbox } = tab;
  expect(outbox.view()).toMatchObject({ isSeveral: true, isCut: false });
  void outbox.remove([outbox.view().photos[0]?.row.id ?? '']);
  expect(outbox.view()).toMatchObject({ isSeveral: false });
  await world.take(10);
  expect([...world.rows.values()].map(({ file }) => file.name)).toEqual(['1.jpg']);
  void outbox.choose(files(21));
  expect(outbox.view()).toMatchObject({ isSeveral: true, isCut: true });
  expect(outbox.view().photos).toHaveLength(20);
  await world.take(10);
  expect(world.rows.size).toBe(20);
  void outbox.clear();
  await world.take(30);
  expect(outbox.view()).toMatchObject({ photos: [], isSeveral: false });
  expect(world.rows.size).toBe(0);
});

test('a photo that has become a task becomes another one if its owner wants it again', async () => {
  const { world, tab } = await withPhotos(1);
  sendAll(tab);
  await world.take(30);
  void tab.outbox.again(tab.outbox.view().photos[0]?.row.id ?? '');
  await world.take(10);
  expect(phasesOf(tab)).toEqual(['ready']);
  expect(world.rows.size).toBe(1);
  sendAll(tab);
  await world.take(30);
  expect(photosOf(world)).toEqual(['0.jpg', '0.jpg']);
});

test('photos that are chosen while those of before are read come after them', async () => {
  const { world } = await withPhotos(2);
  const tab = new Tab(world, 4);
  await world.take(2);
  void tab.outbox.add([new File(['x'], 'later.jpg')]);
  await world.take(20);
  expect(tab.outbox.view().photos.map(({ row }) => row.file.name)).toEqual(['0.jpg', '1.jpg', 'later.jpg']);
});

test('a photo tried without an account becomes that of who signs in', async () => {
  const world = new World();
  const row = { id: 'a', file: new File(['x'], 'tried.jpg'), state: 'ready', refusals: 0 } as const;
  world.rows.set('a', { ...row, owner: null, choices: null, request: null, fields: null });
  const tab = new Tab(world);
  await world.take(10);
  expect(tab.outbox.view().isSeveral).toBe(false);
  expect(phasesOf(tab)).toEqual(['ready']);
  expect(world.rows.get('a')).toMatchObject({ owner: 'owner', state: 'ready' });
  // Nothing is sent, and no credit spent, before its owner asks for it.
  expect(photosOf(world)).toEqual([]);
  const later = new Tab(world);
  await world.take(10);
  expect(phasesOf(later)).toEqual(['ready']);
  expect(photosOf(world)).toEqual([]);
});
