import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';
import PostalMime from 'postal-mime';
import { html, lines } from '#server/platform/texts/html.ts';
import { isFromThisMachine } from '../metrics-access.ts';

/**
 * `/dev/outbox`: the mails that were written to files instead of sent, newest first, as their recipients would see
 * them. Only for developers on this machine; any other client gets a 404.
 */
export function devOutbox(dataDir: string): Router {
  const folder = path.join(dataDir, 'outbox');
  const router = Router();
  router.use((req, _res, next) => next(isFromThisMachine(req) ? undefined : 'router'));
  router.get('/', async (_req, res) => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
    const rows = await Promise.all(names.toSorted().toReversed().map(rowOf));
    const body = rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p>No mail yet.</p>`;
    const head = html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox</title>`;
    res.set('Cache-Control', 'no-store').send(lines([head, html`<h1>Outbox</h1>`, body]).text);
  });
  router.get('/:name', async (req, res, next) => {
    const mail = await readMail(req.params.name);
    if (!mail) return next('router');
    res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    if (req.query['as'] === 'text') res.type('text').send(mail.text);
    else res.type('html').send(mail.html);
  });
  return router;

  async function readMail(name: string) {
    if (!/^[\w.-]+\.eml$/.test(name)) return null;
    const source = await readFile(path.join(folder, name)).catch(() => null);
    return source && PostalMime.parse(source);
  }

  async function rowOf(name: string) {
    const mail = await readMail(name);
    const to = mail?.to?.map(({ address }) => address).join(', ');
    const address = `/dev/outbox/${name}`;
    return html`<li>${mail?.date ?? ''} <a href="${address}">${mail?.subject ?? name}</a> to ${to ?? ''} (<a href="${address}?as=text">text</a>)</li>`;
  }
}
