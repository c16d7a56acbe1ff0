import { reloading } from '#client/lib/session-flags.ts';
import { randomId } from '#shared/random-id.ts';
import { addRows, changeRow, readRows } from './storage.ts';
import type { OutboxRow } from './row.ts';

let shown: File | null = null;

const isTried = ({ owner }: OutboxRow) => owner === null;

const remove = ({ id }: OutboxRow) => changeRow(id, { type: 'removed' }).catch(() => null);

/** Puts a photo that was tried without an account into the outbox, in place of an earlier one. Never rejects. */
export async function storeTried(file: File): Promise<void> {
  const earlier = (await readRows()).filter(isTried);
  await Promise.all(earlier.map(remove));
  const nothing = { owner: null, choices: null, request: null, fields: null } as const;
  await addRows([{ id: randomId(), file, state: 'ready', refusals: 0, ...nothing }]);
}

/** Such a photo, which waits for its owner to sign in; null if there is none. Never rejects. */
export const readTried = async (): Promise<File | null> => (await readRows()).find(isTried)?.file ?? null;

/** Takes such a photo out again; null if there is none. Never rejects. */
export async function takeTried(): Promise<File | null> {
  const tried = (await readRows()).find(isTried);
  if (tried) await remove(tried);
  return tried?.file ?? null;
}

/** Registers the photo that a page shows and has not stored, so that a reload we offer can store it. */
export function registerTried(file: File | null): void {
  shown = file;
}

/** Reloads the page, storing the photo that it shows. */
export async function reloadWithPhoto(): Promise<void> {
  if (shown) await storeTried(shown);
  reloading.write('1');
  window.location.reload();
}
