import { createStore, type UseStore } from 'idb-keyval';
import { photoMaxAge } from '#client/lib/device.ts';
import { storedText } from '#client/lib/storage.ts';
import { nextRow, type OutboxRow, type RowEvent } from './row.ts';

/** When a page last stored or renewed the photos. The database is opened only if this is set. */
const stamp = storedText('local', 'memori.photoKeptAt');

interface StoredRow extends Omit<OutboxRow, 'file'> {
  /** Rows are shown in the order of these. */
  readonly place: number;
}

// Apart, so that a change of a row does not write its file again.
const rowKey = (id: string) => `row ${id}`;
const fileKey = (id: string) => `file ${id}`;

let opened: UseStore | null = null;
const database = (): UseStore => (opened ??= createStore('memori', 'kept'));

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser’s storage failed'));
  });
/** Resolves once everything that was asked of a store is on the disk. */
const committed = ({ transaction }: IDBObjectStore): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser’s storage failed'));
  });

/**
 * Stores photos on this device, for an hour after the last call of this or `renewRows`. False if the browser can't: its disk
 * is full, or it allows no storage. Never rejects.
 */
export async function addRows(rows: readonly OutboxRow[]): Promise<boolean> {
  try {
    const isStored = await database()('readwrite', async (store) => {
      // A tab whose turn was before and that found nothing has removed the stamp by now.
      await settled(store.count());
      if (!renewRows()) return false;
      for (const [i, { file, ...row }] of rows.entries()) {
        store.put(file, fileKey(row.id));
        store.put({ ...row, place: Date.now() + i / 1000 } satisfies StoredRow, rowKey(row.id));
      }
      await committed(store);
      return true;
    });
    if (isStored) scheduleExpiry();
    return isStored;
  } catch {
    return false;
  }
}

/** What is stored, in the order in which it was chosen; nothing after its hour. Never rejects. */
export async function readRows(): Promise<OutboxRow[]> {
  if ((remainingTime() ?? 0) <= 0) return [];
  try {
    return await database()('readonly', async (store) => {
      const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
      const files = new Map(keys.map((key, i) => [key, values[i] as unknown]));
      return values
        .filter(isRow)
        .toSorted((a, b) => a.place - b.place)
        .flatMap((row) => {
          const file = files.get(fileKey(row.id));
          return file instanceof File ? [{ ...row, file }] : [];
        });
    });
  } catch {
    return [];
  }
}

const isRow = (value: unknown): value is StoredRow =>
  typeof value === 'object' && value !== null && 'owner' in value && 'id' in value;

/**
 * Applies an event to a stored row, in one transaction: whatever other tabs do meanwhile, none of it is overwritten. The
 * row afterwards; null if it is gone. Rejects if the browser's storage fails.
 */
export function changeRow(id: string, event: RowEvent): Promise<OutboxRow | null> {
  return database()('readwrite', async (store) => {
    const [row, file] = await Promise.all([
      settled(store.get(rowKey(id)) as IDBRequest<StoredRow | undefined>),
      settled(store.get(fileKey(id)) as IDBRequest<File | undefined>),
    ]);
    if (!row || !file) return null;
    const { place, ...rest } = row;
    const next = nextRow({ ...rest, file }, event);
    if (next) {
      const { file: _, ...changed } = next;
      store.put({ ...changed, place } satisfies StoredRow, rowKey(id));
    } else {
      store.delete(rowKey(id));
      store.delete(fileKey(id));
    }
    await committed(store);
    return next;
  });
}

/** Deletes the rows of other users, and all if `owner` is null. Never rejects. */
export const deleteOthers = (owner: string | null): Promise<void> =>
  deleteRows((row) => owner !== null && (row.owner === null || row.owner === owner));

/** Never rejects. */
async function deleteRows(isKept: (row: StoredRow) => boolean): Promise<void> {
  if (remainingTime() === null) return;
  try {
    await database()('readwrite', async (store) => {
      const rows = (await settled(store.getAll())).filter(isRow).filter(isKept);
      const kept = new Set<IDBValidKey>(rows.flatMap(({ id }) => [rowKey(id), fileKey(id)]));
      for (const key of await settled(store.getAllKeys())) {
        if (!kept.has(key)) store.delete(key);
      }
      // Here, so that it is not the stamp of what another tab stores next.
      if (rows.length === 0) stamp.remove();
      await committed(store);
    });
  } catch {
    // The stamp stays, so the next page tries again.
  }
}

/** Keeps what is stored for another hour. False if the browser allows no storage. */
export const renewRows = (): boolean => stamp.write(String(Date.now()));

/** Deletes what this page or an earlier one stored, now or once its hour is over. */
export function scheduleExpiry(): void {
  const remaining = remainingTime();
  if (remaining === null) return;
  // Another tab may store photos before this one comes to it.
  if (remaining <= 0) void deleteRows(() => (remainingTime() ?? 0) > 0);
  // Other photos may have been stored meanwhile; their own time applies.
  else setTimeout(scheduleExpiry, remaining);
}

/** How much longer the photos are kept, in milliseconds; null if there are none. */
function remainingTime(): number | null {
  const storedAt = stamp.read();
  return storedAt === null ? null : Number(storedAt) + photoMaxAge - Date.now();
}
