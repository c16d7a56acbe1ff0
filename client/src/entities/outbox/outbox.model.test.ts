import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Fate, fates, noChoices, sendAll, settle, Tab, World } from '#tests/components/outbox-world.ts';
import { isSending, sendable } from './photos.ts';

type Action =
  | { do: 'drop'; tab: number; photos: number }
  | { do: 'send'; tab: number }
  | { do: 'stop' | 'kill' | 'reload' | 'edit' | 'full disk' | 'nudge'; tab: number }
  | { do: 'another device' }
  | { do: 'fates'; fates: Fate[] }
  | { do: 'steps'; count: number };

const tab = fc.integer({ min: 0, max: 1 });
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('drop' as const), tab, photos: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('send' as const), tab }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('stop' as const, 'kill', 'reload', 'edit', 'full disk', 'nudge'),
      tab,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'another device' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fates' as const),
      // A broken photo never becomes a task.
      fates: fc.array(fc.constantFrom(...fates.filter((fate) => fate !== 'image broken')), { maxLength: 4 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('steps' as const), count: fc.integer({ min: 1, max: 12 }) }),
  },
);

/** Plays a history, then lets everything end with a server that works. */
async function play(history: readonly Action[]) {
  const world = new World();
  // One of them is slow to hear of what it has read.
  const open = (place: number) => new Tab(world, 4 * place);
  const tabs: (Tab | null)[] = [open(0), open(1)];
  const dropped: string[] = [];
  /** Lost with a tab: on a full disk nothing of them could be stored. */
  const unstorable = new Set<string>();
  let photos = 0;
  const at = (place: number): Tab => (tabs[place] ??= open(place));
  await world.take(6);

  for (const act of history) {
    switch (act.do) {
      case 'drop': {
        const files = Array.from({ length: act.photos }, () => new File(['x'], `photo ${++photos}`));
        dropped.push(...files.map(({ name }) => name));
        // In place of nothing: a choice that is replaced was dropped by its owner.
        void at(act.tab).outbox.add(files);
        break;
      }
      case 'send': {
        sendAll(at(act.tab));
        break;
      }
      case 'edit': {
        const { outbox } = at(act.tab);
        const [first] = sendable(outbox.view());
        if (first)
          void outbox.edit(first.row.id, { ...noChoices, restore: first.row.choices?.restore !== true });
        break;
      }
      case 'stop':
        at(act.tab).outbox.stop();
        break;
      case 'nudge':
        at(act.tab).outbox.sendNow();
        break;
      case 'kill':
      case 'reload': {
        const old = at(act.tab);
        for (const name of dropped) {
          const isStored = [...world.rows.values()].some(({ file }) => file.name === name);
          if (!isStored && old.shows(name)) unstorable.add(name);
        }
        old.isAlive = false;
        world.releaseIfDead();
        tabs[act.tab] = null;
        if (act.do === 'reload') at(act.tab);
        break;
      }
      case 'full disk':
        world.isFull = !world.isFull;
        world.wasFull = true;
        break;
      case 'another device':
        world.beginElsewhere();
        break;
      case 'fates':
        world.fates.push(...act.fates);
        break;
      case 'steps':
        await world.take(act.count);
    }
    await settle();
  }
  return { world, tabs, at, dropped, unstorable };
}

type Played = Awaited<ReturnType<typeof play>>;

/** Everything works again, and the owner sends what is left, from one tab. */
async function finish({ world, at }: Played): Promise<void> {
  world.fates = [];
  world.isFull = false;
  for (let round = 0; round < 12; round += 1) {
    const { outbox } = at(0);
    await world.take(400);
    outbox.sendNow();
    at(1).outbox.sendNow();
    await world.take(400);
    sendAll(at(0));
    sendAll(at(1));
    await world.take(400);
    if (world.isIdle && !isSending(outbox.view()) && !isSending(at(1).outbox.view()) && world.rows.size === 0)
      break;
  }
}

const tasksOf = ({ tasks }: World, name: string) =>
  [...tasks.values()].filter(({ photo }) => photo === name).length;

test('each photo becomes exactly one task, or is still there, whatever happens', {
  timeout: 600_000,
}, async () => {
  const ends = { tasks: 0, histories: 0, lostWithTheDisk: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 30 }), async (history) => {
      const played = await play(history);
      const { world, tabs, dropped, unstorable } = played;
      const isStored = (name: string) => [...world.rows.values()].some(({ file }) => file.name === name);
      const isShown = (name: string) => tabs.some((each) => each?.shows(name));
      for (const name of dropped) {
        if (!world.reused.has(name)) expect(tasksOf(world, name), name).toBeLessThanOrEqual(1);
        const isHere = isStored(name) || isShown(name) || unstorable.has(name);
        expect(isHere || tasksOf(world, name) === 1, `${name} is here or a task`).toBe(true);
      }
      for (const { row, phase } of tabs.flatMap((each) => each?.outbox.view().photos ?? [])) {
        if (phase.is === 'sent') expect(world.tasks.get(phase.taskId)?.photo).toBe(row.file.name);
      }
      await finish(played);
      for (const name of dropped) {
        const tasks = tasksOf(world, name);
        if (world.reused.has(name)) expect(tasks).toBeLessThanOrEqual(2);
        else if (unstorable.has(name)) expect(tasks).toBeLessThanOrEqual(1);
        else expect(tasks, `${name} becomes a task`).toBe(1);
        ends.tasks += tasks;
      }
      expect(world.rows.size, 'nothing is left').toBe(0);
      if (!world.wasFull) expect([...world.reused]).toEqual([]);
      ends.histories += 1;
      ends.lostWithTheDisk += unstorable.size;
    }),
    { numRuns: 10_000 },
  );
  expect(ends.histories).toBe(10_000);
  expect(ends.tasks).toBeGreaterThan(10_000);
});
