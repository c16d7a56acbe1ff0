import { consentVersion, type ConsentVersion } from '../../../../shared/upload-consent.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';

/** Records that a user has agreed to this version of the text; keeps the first record. */
export async function recordConsent(tx: Tx, userId: string, version: ConsentVersion): Promise<void> {
  await tx.uploadConsent.createMany({ data: [{ userId, version }], skipDuplicates: true });
}

/** True if the user has agreed to the current version of the text. */
export async function hasConsented(db: Db, userId: string): Promise<boolean> {
  return (await db.uploadConsent.count({ where: { userId, version: consentVersion } })) > 0;
}
