import type { Page } from '@playwright/test';

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
