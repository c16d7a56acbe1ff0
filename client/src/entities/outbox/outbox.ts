import { appLimits } from '#shared/app-limits.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Photo } from '#client/entities/photo/read-photo.ts';
import { createBoard } from './board.ts';
import type { OutboxEffects } from './effects.ts';
import { isSending, type OutboxEvent, type OutboxPhoto, sendable } from './photos.ts';
import type { OutboxRow, PhotoChoices, SendRequest } from './row.ts';
import { createRunner } from './runner.ts';

export type Outbox = ReturnType<typeof createOutbox>;

const isUnderway = ({ phase }: OutboxPhoto) => phase.is === 'waiting' || phase.is === 'sending';

/**
 * The photos of a user on their way to the server. Each is stored before anything else, is sent under its own key by one tab
 * at a time, and stays stored until the server has answered: it becomes exactly one task, or is still here, whatever is
 * closed, killed or lost in between. A browser that stores nothing loses what it has not sent when the page closes.
 */
export function createOutbox(owner: string, effects: OutboxEffects) {
  const { storage, channel, newId } = effects;
  const board = createBoard(effects);
  const listeners = new Set<(event: OutboxEvent) => void>();
  const emit = (event: OutboxEvent) => {
    for (const listener of listeners) listener(event);
  };
  const runner = createRunner(owner, { board, effects, emit });
  /** How often other tabs have said that they send photos. */
  let heard = 0;

  const newRow = (file: File, choices: PhotoChoices | null = null): OutboxRow => ({
    id: newId(),
    owner,
    file,
    choices,
    state: 'ready',
    refusals: 0,
    request: null,
    fields: null,
  });

  /** What is stored, and at least as new as what was heard of other tabs while it was read. */
  async function readNews(): Promise<OutboxRow[]> {
    for (;;) {
      const before = heard;
      const rows = await storage.read();
      if (heard === before) return rows;
    }
  }

  async function load(): Promise<void> {
    const shown = new Set(board.view().photos.map(({ row }) => row.id));
    await storage.deleteOthers(owner);
    let rows = await readNews();
    const tried = rows.find((row) => row.owner === null);
    if (tried) {
      await storage.change(tried.id, { type: 'adopted', owner }).catch(() => null);
      rows = await readNews();
    }
    // What was settled before the page was left is old news.
    const kept = board.view().photos.filter(({ phase }) => phase.is !== 'sent' && phase.is !== 'declined');
    const known = new Set(kept.map(({ row }) => row.id));
    const found = rows
      .filter(({ id }) => !known.has(id))
      .map(
        (row): OutboxPhoto => ({
          row: { ...row, owner },
          phase: { is: row.state === 'ready' ? 'ready' : 'waiting' },
        }),
      );
    // What was chosen meanwhile comes after what was stored before.
    const isShown = ({ row }: OutboxPhoto) => shown.has(row.id);
    const photos = [...kept.filter(isShown), ...found, ...kept.filter((photo) => !isShown(photo))];
    board.show({ photos, isSeveral: photos.length > 1, isCut: false });
    if (photos.some(({ phase }) => phase.is === 'waiting')) await runner.send();
  }

  /** Another tab sends these: it settles them, or, if it is closed, this one does. */
  function leaveToAnother(ids: readonly string[]): void {
    heard += 1;
    if (ids.every((id) => runner.isSending(id))) return;
    const elsewhere = ids.filter((id) => board.find(id) && !runner.isSending(id));
    if (elsewhere.length > 0) {
      board.leave(elsewhere);
      emit({ type: 'sent-elsewhere', ids: elsewhere });
    }
    // Also for photos that were chosen there after this page was opened.
    void runner.send();
  }

  /** Shows newly chosen photos, up to the limit, and stores them. */
  async function add(files: readonly File[]): Promise<void> {
    const shown = board.view().photos;
    const free = Math.max(0, appLimits.upload.maxPhotos - shown.length);
    const rows = files.slice(0, free).map((file) => newRow(file));
    const photos = [...shown, ...rows.map((row): OutboxPhoto => ({ row, phase: { is: 'ready' } }))];
    board.show({ photos, isSeveral: photos.length > 1, isCut: files.length > free });
    await board.store(rows);
  }

  /** Removes photos that are not being sent. */
  async function remove(ids: readonly string[]): Promise<void> {
    const { photos } = board.view();
    const removed = photos
      .filter((photo) => ids.includes(photo.row.id) && !isUnderway(photo))
      .map(({ row }) => row.id);
    board.leave(removed);
    const [one, another] = board.view().photos;
    if (!another && one?.phase.is === 'ready') board.show({ isSeveral: false });
    await board.forget(removed);
  }

  return {
    subscribe: board.subscribe,
    view: board.view,

    /** Calls `listener` with what happens, until the returned function is called. */
    listen(listener: (event: OutboxEvent) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Shows what is stored, goes on sending, and hears of other tabs until the returned function is called. */
    open(): () => void {
      void load();
      return channel.listen(leaveToAnother);
    },

    add,

    /** The same, in place of those that wait for their owner. */
    async choose(files: readonly File[]): Promise<void> {
      const replaced = board.view().photos.filter((photo) => !isUnderway(photo));
      await Promise.all([remove(replaced.map(({ row }) => row.id)), add(files)]);
    },

    remove,
    clear: () => remove(board.view().photos.map(({ row }) => row.id)),

    /** A photo turned out to be unusable: it stays on the page with the reason, and is stored no longer. */
    async refuse(id: string, code: ErrorCode): Promise<void> {
      board.setPhase(id, { is: 'refused', code });
      await board.forget([id]);
    },

    /** Keeps what was chosen for a photo that waits for its owner. */
    async edit(id: string, choices: PhotoChoices): Promise<void> {
      await board.change(id, { type: 'edited', choices });
    },

    /** Sends photos as their owner asked. A page that has read the photo passes it, so that it is not read again. */
    async send(ids: readonly string[], request: SendRequest, photo: Photo | null = null): Promise<void> {
      board.show({ block: null, isCut: false });
      const changes = ids.map((id) => {
        if (photo) runner.know(id, photo);
        const change = board.change(id, { type: 'requested', request });
        board.setPhase(id, { is: 'waiting' });
        return change;
      });
      await Promise.all(changes);
      await runner.send();
    },

    /** Makes a settled photo one that waits for its owner: once it has become a task, it becomes another one. */
    async again(id: string): Promise<void> {
      const photo = board.find(id);
      if (!photo) return;
      // It may have arrived: its key stays.
      if (photo.phase.is === 'failed') return board.setPhase(id, { is: 'ready' });
      const row = newRow(photo.row.file, photo.row.choices);
      const again: OutboxPhoto = { row, phase: { is: 'ready' } };
      board.show({ photos: board.view().photos.map((each) => (each === photo ? again : each)) });
      await Promise.all([board.forget([id]), board.store([row])]);
    },

    stop: runner.stop,
    sendNow: runner.sendNow,

    /** Keeps what is here for another hour. */
    renew(): void {
      if (sendable(board.view()).length > 0 || isSending(board.view())) storage.renew();
    },
  };
}
