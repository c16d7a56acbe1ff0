import type { OutboxEffects } from './effects.ts';
import { emptyView, type OutboxPhoto, type OutboxView, type Phase } from './photos.ts';
import { nextRow, type OutboxRow, type RowEvent } from './row.ts';

export type Board = ReturnType<typeof createBoard>;

/** The photos as a page sees them, in step with those that are stored. Nothing here rejects. */
export function createBoard({ storage }: Pick<OutboxEffects, 'storage'>) {
  let view: OutboxView = emptyView;
  const viewers = new Set<() => void>();
  /** Not stored, or no longer: followed in memory only. */
  const unstored = new Set<string>();

  const find = (id: string) => view.photos.find(({ row }) => row.id === id);

  function show(changed: Partial<OutboxView>): void {
    view = { ...view, ...changed };
    for (const viewer of viewers) viewer();
  }

  function update(id: string, changed: Partial<OutboxPhoto>): void {
    show({ photos: view.photos.map((photo) => (photo.row.id === id ? { ...photo, ...changed } : photo)) });
  }

  const changeStored = (id: string, event: RowEvent): Promise<OutboxRow | null> =>
    storage.change(id, event).catch(() => null);

  return {
    view: () => view,
    find,
    show,
    setPhase: (id: string, phase: Phase) => update(id, { phase }),
    subscribe(viewer: () => void): () => void {
      viewers.add(viewer);
      return () => viewers.delete(viewer);
    },

    /** Shows photos no longer. */
    leave(ids: readonly string[]): void {
      const photos = view.photos.filter(({ row }) => !ids.includes(row.id));
      // If they are shown again, they come from the storage.
      for (const id of ids) unstored.delete(id);
      show(photos.length > 0 ? { photos } : emptyView);
    },

    /** Stores new rows, if the browser can. */
    async store(rows: readonly OutboxRow[]): Promise<void> {
      if (await storage.add(rows)) return;
      for (const { id } of rows) unstored.add(id);
    },

    /**
     * Applies an event to a row here and in the storage, and returns the row: if it is stored, as it is there. A row that is
     * gone there, or can't be changed, is followed in memory: if another tab has sent it, the server answers its key with
     * the task that it became.
     */
    async change(id: string, event: RowEvent): Promise<OutboxRow | null> {
      const known = find(id)?.row;
      if (!known) return null;
      const row = nextRow(known, event);
      if (row) update(id, { row });
      const stored = row && unstored.has(id) ? null : await changeStored(id, event);
      if (row && !stored) unstored.add(id);
      return stored ?? row;
    },

    /** Stores rows no longer that their owner has removed. */
    forget: (ids: readonly string[]) => Promise.all(ids.map((id) => changeStored(id, { type: 'removed' }))),
  };
}
