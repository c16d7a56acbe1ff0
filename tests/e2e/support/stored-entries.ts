import type { Page } from '@playwright/test';
import type { PhotoChoices } from '#client/entities/outbox/row.ts';

/** How many entries the outbox keeps on the device: two for each photo, its row and its file. */
export const storedEntries = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('memori');
        opening.onerror = () => reject(new Error('no database'));
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('kept')) return resolve(0);
          const count = database.transaction('kept').objectStore('kept').count();
          count.onsuccess = () => {
            database.close();
            resolve(count.result);
          };
        };
      }),
  );

/** What the page has stored of the choices for its photo; null if nothing. */
export const storedChoices = (page: Page): Promise<PhotoChoices | null> =>
  page.evaluate(async () => {
    const asked = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('no storage')));
      });
    const database = await asked(indexedDB.open('memori'));
    try {
      const rows: unknown[] = await asked(
        database.transaction('kept').objectStore('kept').getAll(IDBKeyRange.bound('row ', 'row ~')),
      );
      const [row] = rows as [{ choices?: PhotoChoices | null }?];
      return row?.choices ?? null;
    } finally {
      database.close();
    }
  });
