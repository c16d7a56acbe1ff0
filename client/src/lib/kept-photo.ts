import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { reloading } from './reloading.ts';
import { storedText } from './storage.ts';

/** A photo waits no longer than this for its visitor to come back, in milliseconds. */
const longestWait = 60 * 60 * 1000;
/** Tells when a photo was put aside. As long as there is none, no database is opened. */
const stamp = storedText('local', 'memori.photoKeptAt');
const photoKey = 'photo';

let opened: UseStore | null = null;
let held: File | null = null;

function database(): UseStore {
  opened ??= createStore('memori', 'kept');
  return opened;
}

/**
 * Puts a photo aside on this device for the create page: across navigations and the reload that follows signing in, for an
 * hour at most; or what that page keeps of its own (lib/chosen-photos.ts). Never rejects: where a browser lets us keep
 * nothing, the photo has to be chosen again.
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

/** The photo that was put aside within the last hour, or null. It is not kept any longer. Never rejects. */
export async function takeKeptPhoto(): Promise<File | null> {
  const kept = await readKept();
  if (!(kept instanceof File)) return null;
  await forgetKeptPhoto();
  return kept;
}

/** What was put aside within the last hour, or null. Never rejects. */
export async function readKept(): Promise<unknown> {
  if ((timeLeft() ?? 0) <= 0) return null;
  return get<unknown>(photoKey, database()).catch(() => null);
}

/** Removes what was put aside. Never rejects. */
export async function forgetKeptPhoto(): Promise<void> {
  if (timeLeft() === null) return;
  try {
    await del(photoKey, database());
    stamp.remove();
  } catch {
    // The stamp stays, and the next page tries again.
  }
}

/** Removes what this page or one before it has put aside, now or as soon as its hour is over. */
export function forgetPhotoInTime(): void {
  const left = timeLeft();
  if (left === null) return;
  if (left <= 0) void forgetKeptPhoto();
  // Another photo may have been put aside meanwhile: its own time counts.
  else setTimeout(forgetPhotoInTime, left);
}

/** Says which photo the visitor has chosen and not sent yet: a reload that we offer puts it aside. */
export function holdPhoto(file: File | null): void {
  held = file;
}

/** Reloads the page, with the photo that was chosen on it. */
export async function reloadWithPhoto(): Promise<void> {
  if (held) await keepPhoto(held);
  reloading.write('1');
  window.location.reload();
}

/** How long the photo put aside may still wait, in milliseconds; null if there is none. */
function timeLeft(): number | null {
  const keptAt = stamp.read();
  return keptAt === null ? null : Number(keptAt) + longestWait - Date.now();
}
