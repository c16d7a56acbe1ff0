import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { photoMaxAge } from './device.ts';
import { reloading } from './reloading.ts';
import { storedText } from './storage.ts';

/** When the photo was stored. The database is opened only if this is set. */
const stamp = storedText('local', 'memori.photoKeptAt');
const photoKey = 'photo';

let opened: UseStore | null = null;
let unsent: File | null = null;

function database(): UseStore {
  opened ??= createStore('memori', 'kept');
  return opened;
}

/**
 * Stores a photo on this device for the create page, across navigations and the reload after sign-in, for at most an
 * hour; also stores that page's own choices (lib/chosen-photos.ts). Never rejects: if the browser allows no storage,
 * the photo has to be chosen again.
 */
export async function storePhoto(photo: File | object): Promise<void> {
  try {
    if (!stamp.write(String(Date.now()))) return;
    await set(photoKey, photo, database());
    scheduleDeletion();
  } catch {
    await deleteStoredPhoto();
  }
}

/** Returns the photo stored within the last hour, or null, and deletes it. Never rejects. */
export async function takeStoredPhoto(): Promise<File | null> {
  const photo = await readStored();
  if (!(photo instanceof File)) return null;
  await deleteStoredPhoto();
  return photo;
}

/** Returns what was stored within the last hour, or null. Never rejects. */
export async function readStored(): Promise<unknown> {
  if ((remainingTime() ?? 0) <= 0) return null;
  return get<unknown>(photoKey, database()).catch(() => null);
}

/** Deletes what was stored. Never rejects. */
export async function deleteStoredPhoto(): Promise<void> {
  if (remainingTime() === null) return;
  try {
    await del(photoKey, database());
    stamp.remove();
  } catch {
    // The stamp stays, so the next page tries again.
  }
}

/** Deletes what this page or an earlier one stored, now or once its hour is over. */
export function scheduleDeletion(): void {
  const remaining = remainingTime();
  if (remaining === null) return;
  if (remaining <= 0) void deleteStoredPhoto();
  // Another photo may have been stored meanwhile; its own time applies.
  else setTimeout(scheduleDeletion, remaining);
}

/** Registers the photo that was chosen and not sent yet, so that a reload we offer can store it. */
export function registerUnsentPhoto(file: File | null): void {
  unsent = file;
}

/** Reloads the page, storing the chosen photo for it. */
export async function reloadWithPhoto(): Promise<void> {
  if (unsent) await storePhoto(unsent);
  reloading.write('1');
  window.location.reload();
}

/** How much longer the stored photo is valid, in milliseconds; null if there is none. */
function remainingTime(): number | null {
  const storedAt = stamp.read();
  return storedAt === null ? null : Number(storedAt) + photoMaxAge - Date.now();
}
