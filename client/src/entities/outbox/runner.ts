import { appLimits } from '#shared/app-limits.ts';
import type { Photo } from '#client/entities/photo/read-photo.ts';
import type { Board } from './board.ts';
import type { OutboxEffects } from './effects.ts';
import type { OutboxEvent, OutboxPhoto } from './photos.ts';
import { type Run, sendOne } from './send-one.ts';

interface RunnerOptions {
  board: Board;
  effects: OutboxEffects;
  emit: (event: OutboxEvent) => void;
}

/** Sends the photos that wait for their turn, a few at a time, while no other tab does. Nothing here rejects. */
export function createRunner(owner: string, { board, effects, emit }: RunnerOptions) {
  let run: Run | null = null;
  let isRequested = false;
  const read = new Map<string, Photo>();

  const waiting = () => board.view().photos.filter(({ phase }) => phase.is === 'waiting');

  /** Sends what waits, and what another tab was sending when it was closed. */
  async function send(): Promise<void> {
    if (isRequested) return;
    isRequested = true;
    await effects.lock(async () => {
      isRequested = false;
      const givenBack = await takeOver();
      const current: Run = {
        isOver: false,
        nudge: new EventTarget(),
        taken: new Set(),
        stoppable: new Map(),
      };
      run = current;
      const ids = waiting().flatMap(({ row }) => (givenBack.has(row.id) ? [] : [row.id]));
      if (ids.length > 0) effects.channel.post(ids);
      await Promise.all(Array.from({ length: appLimits.upload.maxAtOnce }, () => work(current)));
      run = null;
      board.show({ block: null });
    });
  }

  /** The photos that wait for their owner: a tab that was sending them may have givenBack them back. */
  async function takeOver(): Promise<Set<string>> {
    const rows = await effects.storage.read();
    const found = rows
      .filter((row) => row.owner === owner && row.state !== 'ready' && !board.find(row.id))
      .map((row): OutboxPhoto => ({ row, phase: { is: 'waiting' } }));
    if (found.length > 0) board.show({ photos: [...board.view().photos, ...found] });
    return new Set(rows.filter(({ state }) => state === 'ready').map(({ id }) => id));
  }

  async function work(current: Run): Promise<void> {
    for (;;) {
      const next = current.isOver ? undefined : waiting().find(({ row }) => !current.taken.has(row.id));
      if (!next) return;
      const { id } = next.row;
      current.taken.add(id);
      const isStop = await sendOne(id, { board, effects, run: current, emit, read: read.get(id) ?? null });
      read.delete(id);
      if (isStop) await recall(current);
    }
  }

  /** Starts no further photo: those that wait are their owner's again. */
  async function recall(current: Run | null): Promise<void> {
    if (current) current.isOver = true;
    const queued = waiting().filter(({ row }) => !current?.stoppable.has(row.id));
    await Promise.all(
      queued.map(({ row }) => {
        board.setPhase(row.id, { is: 'ready' });
        return board.change(row.id, { type: 'recalled', mayHaveArrived: false });
      }),
    );
  }

  return {
    send,
    /** A photo that a page has read, so that it is not read again. */
    know: (id: string, photo: Photo) => void read.set(id, photo),
    /** Whether this tab is sending a photo, or has sent it in this run. */
    isSending: (id: string) => run?.taken.has(id) === true,
    /** Starts no further photo. Uploads that can't have arrived, or wait, are stopped; what was not sent stays. */
    stop(): void {
      const stoppable = [...(run?.stoppable.values() ?? [])];
      void recall(run);
      for (const each of stoppable) each.abort();
    },
    /** Does not wait for the connection any longer. */
    sendNow: () => void run?.nudge.dispatchEvent(new Event('now')),
  };
}
