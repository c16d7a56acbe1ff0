import { afterAll, beforeAll, expect, test } from 'vitest';
import { halfSize } from '#tests/support/animation.ts';
import { mailTo, tokenIn } from '#tests/support/mailbox.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { readEnded } from '#server/features/generation/running/ended.ts';
import { failTask } from '#server/features/generation/running/video-job.ts';
import { readMailPreference } from '#server/features/notifications/preference.ts';
import { sendVideoMail } from '#server/features/notifications/video-mail.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    wrapVideo: halfSize,
    settings: { MAIL_AFTER: '0s', VIDEO_DEADLINE: '20m' },
  });
});
afterAll(() => server.close());

const subjects = ['Your video is ready', 'Il tuo video è pronto'];

/** The mails about videos that the visitor received. */
async function videoMailsTo({ email }: Visitor) {
  return (await mailsTo(server.dataDir, email)).filter(({ subject = '' }) => subjects.includes(subject));
}

/** Opens the verification link that was mailed at sign-up. */
async function verify({ email }: Visitor): Promise<void> {
  const token = tokenIn(await mailTo(server.dataDir, email, 'Is this your address?'));
  const answer = await fetch(`${server.url}/api/auth/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(answer.status).toBe(200);
}

async function makeVideo(visitor: Visitor, fields: Record<string, string> = {}): Promise<string> {
  const answer = await visitor.generate(await portrait(), {
    filename: 'Win a phone at evil.example.jpg',
    fields,
  });
  const { taskId } = (await answer.json()) as { taskId: string };
  await followTask(server, visitor.userId, taskId);
  return taskId;
}

test('a user who waited gets one mail, in the language of the requesting page', async () => {
  const visitor = await newVisitor(server.url);
  await verify(visitor);
  await makeVideo(visitor, { language: 'it' });
  await expect.poll(() => videoMailsTo(visitor)).toHaveLength(1);
  const [mail] = await videoMailsTo(visitor);
  expect(mail?.subject).toBe('Il tuo video è pronto');
  // The name of a photo is chosen by its sender: it must not be mailed to anybody.
  expect(JSON.stringify(mail)).not.toContain('evil');
});

test('a mail is held until the address is verified, and then sent once', async () => {
  const visitor = await newVisitor(server.url);
  const taskId = await makeVideo(visitor);
  const held = () => server.deps.db.heldMail.count({ where: { taskId } });
  await expect.poll(held).toBe(1);
  expect(await videoMailsTo(visitor)).toEqual([]);
  await verify(visitor);
  await expect.poll(() => videoMailsTo(visitor)).toHaveLength(1);
  expect(await held()).toBe(0);
});

test('failures are mailed too', async () => {
  const idle = await startTestServer({ jobs: false, settings: { MAIL_AFTER: '0s' } });
  const visitor = await newVisitor(idle.url);
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  expect(await readEnded(idle.deps.db, taskId)).toBeNull();
  await failTask(idle.deps, taskId, 'output_refused');
  expect(await idle.deps.queue.findJobs('send-mail', { data: { taskId } })).toHaveLength(1);
  const ended = await readEnded(idle.deps.db, taskId);
  expect(ended).toMatchObject({ userId: visitor.userId, language: 'en', errorCode: 'output_refused' });
  await idle.close();
});

test('a user who did not wait long gets no mail', async () => {
  const quick = await startTestServer({ jobs: false });
  const visitor = await newVisitor(quick.url);
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  await failTask(quick.deps, taskId, 'generation_failed');
  expect(await quick.deps.queue.findJobs('send-mail', { data: { taskId } })).toEqual([]);
  await quick.close();
});

test('one-click unsubscribe turns mails off, while opening the link does not', async () => {
  const visitor = await newVisitor(server.url);
  const { token } = await readMailPreference(server.deps.db, visitor.userId);
  const url = `${server.url}/api/mail/unsubscribe?token=${token}&language=it`;
  const looked = await fetch(url, { redirect: 'manual' });
  expect(looked.status).toBe(302);
  expect(looked.headers.get('location')).toBe(`/it/mail?token=${token}`);
  const wanted = async () => (await readMailPreference(server.deps.db, visitor.userId)).wanted;
  expect(await wanted()).toBe(true);

  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const clicked = await fetch(url, { method: 'POST', body });
  expect([clicked.status, await clicked.json()]).toEqual([200, { wanted: false }]);
  expect(await wanted()).toBe(false);
  await sendVideoMail(server.deps, { userId: visitor.userId, language: 'en', errorCode: null });
  expect(await videoMailsTo(visitor)).toEqual([]);
});

test.each(['a'.repeat(32), 'short', ''])('an unknown token (%s) turns nothing off', async (token) => {
  const answer = await fetch(`${server.url}/api/mail/unsubscribe?token=${token}`, { method: 'POST' });
  expect([answer.status, await answer.json()]).toMatchObject([
    404,
    { error: 'This link is not valid any more.', code: 'mail_link_unknown' },
  ]);
});
