import type { Email } from 'postal-mime';
import { expect } from 'vitest';
import { linkIn, mailsTo } from './outbox.ts';

/** Waits for a mail to an address with this subject; returns the newest. */
export async function mailTo(dataDir: string, email: string, subject: string): Promise<Email> {
  const find = async () => (await mailsTo(dataDir, email)).findLast((mail) => mail.subject === subject);
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  return (await find())!;
}

/** The token in a mail's link: the part after the `#`. */
export function tokenIn(mail: Email): string {
  return new URL(linkIn(mail)).hash.slice(1);
}
