import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretsInLog } from '#tests/support/log-secrets.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createUserClient } from '#tests/support/trpc.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { loggedPath } from './logger.ts';

const lines: string[] = [];
let memori: TestServer;
let visitor: Visitor;
beforeAll(async () => {
  memori = await startTestServer({ jobs: false, log: (line) => lines.push(line) });
  visitor = await newVisitor(memori.url);
});
afterAll(() => memori.close());

test.each([
  ['/it/frame/abc', '/it/frame/[secret]'],
  ['/api/box/abc', '/api/box/[secret]'],
  ['/en/sent/abc?x=1', '/en/sent/[secret]'],
  ['/api/frame/abc/video/def?x=1', '/api/frame/[secret]/video/def'],
  ['/api/mail/unsubscribe?token=abc', '/api/mail/unsubscribe'],
  ['/api/video/tasks', '/api/video/tasks'],
])('%s is logged as %s', (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});

test.each(['frame', 'box', 'sent'])('a refused cross-site request to a %s logs no secret', async (kind) => {
  const headers = { origin: 'https://translate.example' };
  const answer = await fetch(`${memori.url}/api/${kind}/some-secret-of-theirs`, { method: 'POST', headers });
  expect(answer.status).toBe(403);
  expect(lines.join('')).toContain(`"path":"/api/${kind}/[secret]"`);
  expect(lines.join('')).not.toContain('some-secret-of-theirs');
});

test('a secret in the log of a test is found, hashed or not', async () => {
  const { pool } = memori.deps;
  const client = createUserClient(memori.url, visitor.cookie);
  const { secret } = await client.frame.create.mutate({ name: null, dim: null, films: null });
  expect(await secretsInLog([`{"path":"/en/frame/${secret}"}`], pool)).toEqual(['frame.secret_hash']);
  const made = await visitor.post('/api/webhooks', { url: memori.url, events: ['video.failed'] });
  const webhook = (await made.json()) as { id: string; secret: string };
  expect(await secretsInLog([`"${webhook.secret}"`], pool)).toEqual(['webhook.secret']);
  expect(await secretsInLog([`"${webhook.id}", "${visitor.userId}"`], pool)).toEqual([]);
  const session = visitor.cookie.split('=')[1] ?? '';
  expect(await secretsInLog([`session ${session}`], pool)).toEqual(['session.id']);
});
