import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { createLogger } from '#server/platform/logging/logger.ts';
import { createOutbox, createSmtpMailer } from './mailer.ts';
import type { Mail } from './types.ts';

const mail: Mail = {
  to: 'nonna@example.org',
  subject: 'Il tuo video è pronto',
  text: 'Guardalo: http://localhost/it/create',
  html: '<p>Guardalo</p>',
  unsubscribeUrl: 'http://localhost/api/mail/unsubscribe?token=abc',
};
const from = 'Memori <memori@example.org>';

/** The message with its folded header lines unfolded. */
const unfold = (message: string) => message.replaceAll(/\r?\n[ \t]+/g, ' ');

function expectMail(message: string): void {
  expect(message).toMatch(/^To: nonna@example\.org$/m);
  expect(message).toMatch(/^From: Memori <memori@example\.org>$/m);
  expect(message).toMatch(/^Subject: =\?UTF-8\?Q\?Il_tuo_video_=C3=A8_pronto\?=$/m);
  expect(message).toMatch(/^List-Unsubscribe: <http:\/\/localhost\/api\/mail\/unsubscribe\?token=abc>$/m);
  expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect(message).toContain('text/plain');
  expect(message).toContain('text/html');
}

test('without a server each mail is written to the outbox', async () => {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'memori-mail-')), 'outbox');
  const mailer = createOutbox({ folder, from, logger: createLogger('silent') });
  await mailer.send(mail);
  await mailer.send(mail);
  const names = await readdir(folder);
  expect(names).toHaveLength(2);
  expect(names.every((name) => name.endsWith('.eml'))).toBe(true);
  expectMail(unfold(await readFile(path.join(folder, names[0]!), 'utf8')));
  mailer.close();
  await rm(path.dirname(folder), { recursive: true });
});

test('with a server the mail is sent by SMTP', async () => {
  const received: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      stream.on('data', (bytes: Buffer) => received.push(bytes));
      stream.on('end', done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from });
  await mailer.send(mail);
  expectMail(unfold(Buffer.concat(received).toString('utf8')));
  mailer.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await expect(mailer.send(mail)).rejects.toThrow();
});
