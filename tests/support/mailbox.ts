import type { Email } from 'postal-mime';
import { expect } from 'vitest';
import { linkIn, mailsTo } from './outbox.ts';

/** The mail to an address with this subject, once it is there: the newest of them. */
export async function mailTo(dataDir: string, email: string, subject: string): Promise<Email> {
  const find = async () => (await mailsTo(dataDir, email)).findLast((mail) => mail.subject === subject);
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  return (await find())!;
}

/** The token of the link of a mail: what follows the `#`. */
export function tokenIn(mail: Email): string {
  return new URL(linkIn(mail)).hash.slice(1);
}
