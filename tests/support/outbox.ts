import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** The mails to an address in the outbox of a data folder, the oldest first. */
export async function mailsTo(dataDir: string, email: string): Promise<Email[]> {
  const folder = path.join(dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    names.toSorted().map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))),
  );
  return mails.filter(({ to }) => to?.some(({ address }) => address === email));
}

/** The address of a mail's link: the same in its text and HTML parts. */
export function linkIn({ text = '', html = '' }: Email): string {
  const link = /^https?:\S+#[\w-]{43}$/m.exec(text)?.[0];
  assert(link && html.includes(`href="${link}"`), `no link in ${text}`);
  return link;
}
