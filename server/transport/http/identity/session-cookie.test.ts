import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseSetCookie } from 'cookie';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { createId } from '#server/platform/ids.ts';
import { clearSessionCookie, readSessionToken, writeSessionCookie } from './session-cookie.ts';

const token = createId();

/** The cookies that a server with this public URL sends, and the token it reads. */
async function exchange(publicUrl: string, cookie?: string): Promise<{ set: string[]; read: string | null }> {
  const app = express();
  app.get('/write', (_req, res) => {
    writeSessionCookie({ publicUrl }, res, token);
    clearSessionCookie({ publicUrl }, res);
    res.end();
  });
  app.get('/read', (req, res) => res.json(readSessionToken({ publicUrl }, req)));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const written = await fetch(`${url}/write`);
  const read = await fetch(`${url}/read`, { headers: cookie === undefined ? {} : { cookie } });
  const answer = { set: written.headers.getSetCookie(), read: (await read.json()) as string | null };
  server.closeAllConnections();
  server.close();
  return answer;
}

describe.each([
  ['http://localhost:3000', 'memori_session', undefined],
  ['https://memori.example', '__Host-memori_session', true],
] as const)('at %s', (publicUrl, name, secure) => {
  test('the cookie is inaccessible to scripts and other sites, and lasts 30 days', async () => {
    const { set } = await exchange(publicUrl);
    expect(set).toHaveLength(2);
    const written = parseSetCookie(set[0] ?? '');
    const attributes = { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 2_592_000 };
    expect(written).toMatchObject({ name, value: token, ...attributes });
    expect(written.secure).toBe(secure);
    expect(written.domain).toBeUndefined();
    expect(parseSetCookie(set[1] ?? '')).toMatchObject({ name, value: '', path: '/', maxAge: 0 });
  });

  test.each([
    ['the cookie alone', `${name}=${token}`, token],
    ['the cookie among others', `a=b; ${name}=${token}; c="d"`, token],
    ['none', undefined, null],
    ['another one', `session=${token}`, null],
    ['an empty one', `${name}=`, null],
    ['one too short', `${name}=${token.slice(1)}`, null],
    ['one with an injection', `${name}=' OR 1=1 --`, null],
    ['a broken percent encoding', `${name}=%E0%A4%A`, null],
    ['a prototype', '__proto__=x', null],
  ])('%s', async (_case, cookie, read) => {
    expect((await exchange(publicUrl, cookie)).read).toBe(read);
  });
});

test('behind HTTPS a cookie that plain HTTP could plant is ignored', async () => {
  expect((await exchange('https://memori.example', `memori_session=${token}`)).read).toBeNull();
});
