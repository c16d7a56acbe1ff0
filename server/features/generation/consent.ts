import { consentVersion, type ConsentVersion } from '../../../shared/upload-consent.ts';
import type { Db, Tx } from '../../platform/db.ts';

/** Writes down that a user has agreed to these words; the first time stays. */
export async function recordConsent(tx: Tx, userId: string, version: ConsentVersion): Promise<void> {
  await tx.uploadConsent.createMany({ data: [{ userId, version }], skipDuplicates: true });
}

/** True once a user has agreed to the words of today. */
export async function hasConsented(db: Db, userId: string): Promise<boolean> {
  return (await db.uploadConsent.count({ where: { userId, version: consentVersion } })) > 0;
}
