import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '#tests/support/albums.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false, settings: { TRUST_PROXY: '1' } });
});
afterAll(() => server.close());

const usual = { name: null, films: null, dim: null };

/** An owner with a display, and a code for it. */
async function coded() {
  const visitor = await newVisitor(server.url);
  const { frame } = clientOf(server, visitor);
  const { secret, frame: made } = await frame.create.mutate(usual);
  return { visitor, frame, id: made.id, secret, ...(await frame.code.mutate({ id: made.id })) };
}

let televisions = 0;
/** Types a code on a television with an address of its own. */
async function type(
  code: unknown,
): Promise<{ status: number; secret?: string; code?: string; error?: string }> {
  televisions += 1;
  const response = await fetch(`${server.url}/api/frame`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${televisions}` },
    body: JSON.stringify({ code }),
  });
  const { doc, ...body } = (await response.json()) as { doc?: string };
  expect(doc === undefined || doc.endsWith('/api/docs#frame_code_unknown')).toBe(true);
  return { status: response.status, ...body };
}
const shows = async (secret = '') => (await fetch(`${server.url}/api/frame/${secret}`)).status;
const mails = (userId: string) =>
  server.deps.db.$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM pgboss.job
    WHERE name = 'account-mail' AND data->>'userId' = ${userId} AND data->>'kind' = 'frame-created'`;
const unknown = {
  status: 404,
  error: 'This code doesn’t open a frame. Each code works once, for ten minutes.',
  code: 'frame_code_unknown',
};

test('a code opens the display once, in place of its earlier link', async () => {
  const { code, secret, expiresAt } = await coded();
  expect(code).toMatch(/^[A-HJKMNP-Z2-9]{3} [A-HJKMNP-Z2-9]{3}$/);
  const minutes = (new Date(expiresAt).getTime() - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(5);
  expect(minutes).toBeLessThanOrEqual(10);
  expect(await shows(secret)).toBe(200);
  const opened = await type(` ${code.toLowerCase().replace(' ', '-')} `);
  expect(opened).toEqual({ status: 200, secret: expect.stringMatching(/^[\w-]{43}$/) as string });
  expect([await shows(opened.secret), await shows(secret)]).toEqual([200, 404]);
  expect(await type(code)).toEqual(unknown);
});

test('two televisions that type a code at the same moment: one gets the display', async () => {
  const { code } = await coded();
  const typed = await Promise.all([type(code), type(code), type(code)]);
  const statuses = typed.map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 404, 404]);
});

test('a code ends with ten minutes, a newer one, its display, or the session that asked for it', async () => {
  const late = await coded();
  await server.deps.db.displayCode.update({
    where: { displayId: late.id },
    data: { expiresAt: new Date(Date.now() - 1000) },
  });
  expect(await type(late.code)).toEqual(unknown);
  expect(await shows(late.secret)).toBe(200);

  const twice = await coded();
  const { code: newer } = await twice.frame.code.mutate({ id: twice.id });
  expect(await type(twice.code)).toEqual(unknown);
  expect((await type(newer)).status).toBe(200);

  const stopped = await coded();
  await stopped.frame.stop.mutate({ id: stopped.id });
  expect(await type(stopped.code)).toEqual(unknown);
  expect(await stopped.frame.code.mutate({ id: stopped.id }).catch(codeOf)).toBe('frame_not_found');

  const signedOut = await coded();
  await server.deps.db.session.deleteMany({ where: { userId: signedOut.visitor.userId } });
  expect(await type(signedOut.code)).toEqual(unknown);
  expect(await shows(signedOut.secret)).toBe(200);

  const suspended = await coded();
  await server.deps.db.display.update({ where: { id: suspended.id }, data: { suspendedAt: new Date() } });
  expect(await type(suspended.code)).toEqual(unknown);
});

/** The stable error code of a failed call. */
const codeOf = (error: unknown) => (error as { data: { errorCode: string } }).data.errorCode;

test('a recovered account sees a display opened by a code as made when it was typed', async () => {
  const { frame, id, code } = await coded();
  await server.deps.db.display.update({ where: { id }, data: { createdAt: new Date(2026, 0) } });
  const before = Date.now();
  await type(code);
  const [made] = await frame.list.query();
  expect(new Date(made?.createdAt ?? 0).getTime()).toBeGreaterThanOrEqual(before - 1000);
});

test('the owner is told by mail, but not again about a display that is new', async () => {
  const { visitor, frame, id } = await coded();
  expect(await mails(visitor.userId)).toEqual([{ count: 1n }]);
  await server.deps.db.display.update({ where: { id }, data: { createdAt: new Date(2026, 0) } });
  await frame.code.mutate({ id });
  expect(await mails(visitor.userId)).toEqual([{ count: 2n }]);
});

test.each([
  ['nothing', undefined],
  ['a number', 7],
  ['a wrong code', 'AAA AAA'],
  ['too much', 'A'.repeat(41)],
])('what is no code is refused: %s', async (_what, code) => {
  expect(await type(code)).toMatchObject({ code: 'frame_code_unknown' });
});

test('one address types ten codes in ten minutes', async () => {
  const guess = () =>
    fetch(`${server.url}/api/frame`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'AAA AAA' }),
    });
  const statuses: number[] = [];
  for (let index = 0; index < 11; index += 1) statuses.push((await guess()).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
});

test('the database holds neither the code nor the secret', async () => {
  const { code, id } = await coded();
  const row = await server.deps.db.displayCode.findUniqueOrThrow({ where: { displayId: id } });
  expect(JSON.stringify(row)).not.toContain(code.replace(' ', ''));
});
