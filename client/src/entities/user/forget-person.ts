import { personsNames, type TextArea } from '#client/lib/device.ts';
import { deleteOthers } from '#client/entities/outbox/storage.ts';

/**
 * Deletes everything in this browser that belongs to the person who signs out, according to the list in lib/device.ts, so
 * that nobody who signs in after them finds it. Never rejects.
 */
export async function forgetPerson(): Promise<void> {
  // Before the stamp that says whether there is a photo.
  await deleteOthers(null);
  for (const area of ['local', 'session'] as const) forgetTexts(area);
  await Promise.all(personsNames('caches').map(forgetCache));
}

function forgetTexts(area: TextArea): void {
  try {
    const storage = area === 'local' ? localStorage : sessionStorage;
    for (const name of personsNames(area)) storage.removeItem(name);
  } catch {
    // The browser allows no storage: there is nothing to delete.
  }
}

async function forgetCache(name: string): Promise<void> {
  try {
    await caches.delete(name);
  } catch {
    // On an insecure page there are no caches.
  }
}
