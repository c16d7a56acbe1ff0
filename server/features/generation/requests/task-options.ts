import type { RestPoint } from '#shared/motion/found-faces.ts';
import type { AnimationOptions, Liveliness, Motion } from '#shared/motion/movements.ts';
import type { TurnOption } from '#shared/motion/turn.ts';
import type { BorderMode } from '#shared/print/print.ts';
import type { VideoTask } from '#server/generated/prisma/client.ts';
import { consentVersion, type ConsentVersion } from '#shared/upload-consent.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';

/** What was requested of a task's video. */
export function optionsOf({ motion, liveliness, turn, rest, border, restore }: VideoTask): AnimationOptions {
  // CHECK constraints guarantee these types.
  return {
    motion: motion as Motion,
    liveliness: liveliness as Liveliness,
    turn: turn as TurnOption,
    rest: rest.flatMap((x, i) => (i % 2 === 0 ? [[x, rest[i + 1]!] as RestPoint] : [])),
    border: border as BorderMode,
    restore,
  };
}

/** Records that a user has agreed to this version of the text; keeps the first record. */
export async function recordConsent(tx: Tx, userId: string, version: ConsentVersion): Promise<void> {
  await tx.uploadConsent.createMany({ data: [{ userId, version }], skipDuplicates: true });
}

/** True if the user has agreed to the current version of the text. */
export async function hasConsented(db: Db, userId: string): Promise<boolean> {
  return (await db.uploadConsent.count({ where: { userId, version: consentVersion } })) > 0;
}
