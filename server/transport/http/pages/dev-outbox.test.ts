import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '#server/platform/logging/logger.ts';
import { createOutbox } from '#server/providers/mail/mailer.ts';
import { devOutbox } from './dev-outbox.ts';

async function serve() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memori-outbox-'));
  const server = express().use('/dev/outbox', devOutbox(dataDir)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(dataDir, { recursive: true });
  });
  const { port } = server.address() as AddressInfo;
  const get = (place: string, headers = {}) =>
    fetch(`http://127.0.0.1:${port}/dev/outbox${place}`, { headers });
  const folder = path.join(dataDir, 'outbox');
  const logger = createLogger('silent');
  return { get, mailer: createOutbox({ folder, from: 'Memori <memori@example.org>', logger }) };
}

test('developers see each mail as its reader would', async () => {
  const { get, mailer } = await serve();
  expect(await (await get('/')).text()).toContain('No mail yet.');
  const mail = { to: 'nonna@example.org', subject: 'Ciao <b>', text: 'A line', html: '<p>A paragraph</p>' };
  await mailer.send(mail);
  const list = await (await get('/')).text();
  expect(list).toContain('Ciao &lt;b&gt;');
  expect(list).toContain('nonna@example.org');
  const [, name = ''] = /href="\/dev\/outbox(\/[^"?]+)"/.exec(list) ?? [];
  expect(await (await get(name)).text()).toContain('<p>A paragraph</p>');
  expect(await (await get(`${name}?as=text`)).text()).toContain('A line');
  mailer.close();
});

test('is unavailable to remote clients, and serves no other file', async () => {
  const { get } = await serve();
  expect((await get('/', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(404);
  for (const name of ['/nothing.eml', '/..%2f..%2fpackage.json', '/%2e%2e%2fx.eml'])
    expect((await get(name)).status).toBe(404);
});
