import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { reloading } from './reloading.ts';
import { storedText } from './storage.ts';

/** How long a photo is stored for its visitor to return, in milliseconds. */
const longestWait = 60 * 60 * 1000;
/** When the photo was stored. The database is opened only if this is set. */
const stamp = storedText('local', 'memori.photoKeptAt');
const photoKey = 'photo';

let opened: UseStore | null = null;
let held: File | null = null;

function database(): UseStore {
  opened ??= createStore('memori', 'kept');
  return opened;
}

/**
 * Stores a photo on this device for the create page, across navigations and the reload after sign-in, for at most an
 * hour; also stores that page's own choices (lib/chosen-photos.ts). Never rejects: if the browser allows no storage,
 * the photo has to be chosen again.
 */
export async function keepPhoto(kept: File | object): Promise<void> {
  try {
    if (!stamp.write(String(Date.now()))) return;
    await set(photoKey, kept, database());
    forgetPhotoInTime();
  } catch {
    await forgetKeptPhoto();
  }
}

/** Returns the photo stored within the last hour, or null, and deletes it. Never rejects. */
export async function takeKeptPhoto(): Promise<File | null> {
  const kept = await readKept();
  if (!(kept instanceof File)) return null;
  await forgetKeptPhoto();
  return kept;
}

/** Returns what was stored within the last hour, or null. Never rejects. */
export async function readKept(): Promise<unknown> {
  if ((timeLeft() ?? 0) <= 0) return null;
  return get<unknown>(photoKey, database()).catch(() => null);
}

/** Deletes what was stored. Never rejects. */
export async function forgetKeptPhoto(): Promise<void> {
  if (timeLeft() === null) return;
  try {
    await del(photoKey, database());
    stamp.remove();
  } catch {
    // The stamp stays, so the next page tries again.
  }
}

/** Deletes what this page or an earlier one stored, now or once its hour is over. */
export function forgetPhotoInTime(): void {
  const left = timeLeft();
  if (left === null) return;
  if (left <= 0) void forgetKeptPhoto();
  // Another photo may have been stored meanwhile; its own time applies.
  else setTimeout(forgetPhotoInTime, left);
}

/** Registers the photo that was chosen and not sent yet, so that a reload we offer can store it. */
export function holdPhoto(file: File | null): void {
  held = file;
}

/** Reloads the page, storing the chosen photo for it. */
export async function reloadWithPhoto(): Promise<void> {
  if (held) await keepPhoto(held);
  reloading.write('1');
  window.location.reload();
}

/** How much longer the stored photo is valid, in milliseconds; null if there is none. */
function timeLeft(): number | null {
  const keptAt = stamp.read();
  return keptAt === null ? null : Number(keptAt) + longestWait - Date.now();
}
