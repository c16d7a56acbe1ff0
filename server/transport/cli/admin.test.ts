import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { halfSize } from '#tests/support/animation.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { ledgerFaults } from '#tests/support/ledger.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { cancelDeletion } from '#server/features/accounts/deletion.ts';
import { fileReport, listReports } from '#server/features/reports/reports.ts';
import { createId } from '#server/platform/ids.ts';
import { AdminError } from './command.ts';
import { helpText, runAdmin, type Terminal } from './run.ts';

let memori: TestServer;
beforeAll(async () => {
  memori = await startTestServer({ wrapVideo: halfSize });
});
afterAll(() => memori.close());

/** Runs one command; `answers` are typed in order; with null, nobody is there to answer. */
async function admin(words: string[], answers: string[] | null = null): Promise<string> {
  const printed: string[] = [];
  const ask: Terminal['ask'] = answers && (() => Promise.resolve(answers.shift() ?? ''));
  const terminal = { print: (text: string) => printed.push(text), ask, user: 'rosa' };
  await runAdmin(words, () => Promise.resolve(memori.deps), terminal);
  return printed.join('\n');
}
/** Runs a command that changes something, with all required flags. */
const act = (...words: string[]) => admin([...words, '--reason', 'they asked', '--yes', '--json']);
const read = async (...words: string[]) =>
  JSON.parse(await admin([...words, '--json'])) as Record<string, unknown>[];
const audited = (userId: string) => read('audit', userId);

async function failedTask({ userId }: Visitor, data: object = {}): Promise<string> {
  const id = createId();
  const row = { id, userId, provider: 'local', prompt: '', originalFilename: 'a.jpg' };
  const failed = { status: 'Fail', errorCode: 'generation_failed', finishedAt: new Date() };
  await memori.deps.db.videoTask.create({
    data: { ...row, photoKey: `tasks/${id}/photo.jpg`, ...failed, ...data },
  });
  return id;
}

test('the help lists every command, and unknown or malformed commands are rejected', async () => {
  const help = await admin(['help']);
  expect(help).toBe(helpText());
  for (const name of [
    'users find',
    'credits grant',
    'tasks retry',
    'films hide',
    'reports list',
    'stuck',
    'audit',
  ])
    expect(help).toContain(`  ${name}`);
  await expect(admin(['credits', 'print'])).rejects.toThrow('There is no command "credits print".');
  await expect(admin(['credits', 'grant', 'a@b.c'])).rejects.toThrow('credits grant USER CREDITS');
  await expect(admin(['stuck', 'at'])).rejects.toThrow('Usage: npm run admin -- stuck');
  await expect(admin(['stuck', '--force'])).rejects.toThrow(AdminError);
});

test('users are found by part of the address or by id, and shown with their figures', async () => {
  const { userId, email } = await newVisitor(memori.url, `zia_pina-${randomUUID()}@example.com`);
  expect(await read('users', 'find', email.slice(1).toUpperCase())).toMatchObject([{ id: userId, email }]);
  expect(await read('users', 'find', email.replace('_', '%'))).toEqual([]);
  expect(await read('users', 'find', email.replace('zia', '___'))).toEqual([]);
  const shown = await admin(['users', 'show', userId]);
  expect(shown).toMatch(new RegExp(`^email +${email}$`, 'm'));
  expect(shown).toMatch(/^credits +1$/m);
  await expect(admin(['users', 'show', 'nobody@example.com'])).rejects.toThrow(
    'There is no user nobody@example.com.',
  );
});

test('granting or taking credits needs a reason and a confirmation, and is recorded in the ledger and the audit log', async () => {
  const visitor = await newVisitor(memori.url);
  const { userId, email } = visitor;
  const grant = ['credits', 'grant', email, '5'];
  await expect(admin(grant)).rejects.toThrow('Nothing was done: a reason is required');
  await expect(admin([...grant, '--reason', 'sorry'])).rejects.toThrow('Nothing was done: not confirmed');
  await expect(admin(grant, ['sorry', 'no'])).rejects.toThrow('Nothing was done: not confirmed');
  expect(await visitor.credits()).toBe(1);

  expect(await admin(grant, ['sorry for the wait', 'yes'])).toBe(
    `${email} has 1 credits and will have 6.\ncredits  6`,
  );
  expect(JSON.parse(await act('credits', 'take', userId, '2'))).toEqual({ credits: 4 });
  await expect(act('credits', 'take', userId, '5')).rejects.toThrow(`${email} has fewer than 5 credits.`);
  for (const wrong of ['0', '-3', '1.5', 'all', '1e3'])
    await expect(act('credits', 'grant', '--', userId, wrong)).rejects.toThrow();
  expect(await visitor.credits()).toBe(4);

  expect((await read('credits', 'history', email)).map(({ reason, delta }) => [reason, delta])).toEqual([
    ['adjustment', -2],
    ['adjustment', 5],
    ['signup', 1],
  ]);
  expect(await ledgerFaults(memori.deps.pool, userId)).toEqual([]);
  expect(await audited(userId)).toMatchObject([
    { actor: 'rosa', action: 'credits take', userId, reason: 'they asked', details: { delta: -2 } },
    { actor: 'rosa', action: 'credits grant', userId, reason: 'sorry for the wait', details: { delta: 5 } },
  ]);
  for (const change of [
    "UPDATE audit_entry SET reason = 'none'",
    'DELETE FROM audit_entry',
    'TRUNCATE audit_entry',
  ])
    await expect(memori.deps.pool.query(change)).rejects.toThrow('append-only');
});

test('credits taken by an operator come from the oldest lot first, so a purchase stays refundable', async () => {
  const { userId } = await newVisitor(memori.url);
  const { adjust, clawBack, grant } = await import('#server/features/credits/ledger.ts');
  await memori.deps.db.$transaction(async (tx) => {
    await grant(tx, { userId, amount: 3, reference: 'cs_adjusted' });
    await adjust(tx, { userId, delta: -2, reference: createId() });
    // One was taken from the free credit, the other from the purchase's three.
    expect(await clawBack(tx, { userId, reference: 'cs_adjusted', total: 3 })).toBe(2);
  });
});

test('retrying a failed task creates a new task free of charge, which completes with its video', async () => {
  const visitor = await newVisitor(memori.url);
  const { db, storage } = memori.deps;
  const asked = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  await followTask(memori, visitor.userId, asked.taskId);
  const { photoKey, seed } = await db.videoTask.findUniqueOrThrow({ where: { id: asked.taskId } });
  const id = await failedTask(visitor, { motion: 'arc', name: 'Nonna', rest: [0.25, 0.5], seed });
  await storage.putBytes(`tasks/${id}/photo.jpg`, await buffer(await storage.read(photoKey)));

  const { taskId } = JSON.parse(await act('tasks', 'retry', id)) as { taskId: string };
  expect((await followTask(memori, visitor.userId, taskId)).at(-1)?.status).toBe('Success');
  expect(await db.videoTask.findUnique({ where: { id: taskId } })).toMatchObject({
    motion: 'arc',
    name: 'Nonna',
    rest: [0.25, 0.5],
  });
  expect(await visitor.credits()).toBe(0);
  expect(await ledgerFaults(memori.deps.pool, visitor.userId)).toEqual([]);
  expect(await audited(visitor.userId)).toMatchObject([
    { action: 'tasks retry', subject: id, details: { taskId } },
  ]);
  await expect(act('tasks', 'retry', taskId)).rejects.toThrow('has not failed');
});

test.each([
  ['was canceled', { errorCode: 'task_canceled' }],
  ['has no photo left', { photoKey: '', photoDeletedAt: new Date() }],
])('a task that %s is not retried, and no audit entry is written', async (_why, data) => {
  const visitor = await newVisitor(memori.url);
  const id = await failedTask(visitor, data);
  await expect(act('tasks', 'retry', id)).rejects.toThrow(
    `Task ${id} has not failed, was cancelled, is a test, or has no photo left.`,
  );
  expect(await audited(visitor.userId)).toEqual([]);
});

test('a task that never finishes is failed once with its credit refunded; a finished task is refunded once', async () => {
  const visitor = await newVisitor(memori.url);
  const { db } = memori.deps;
  const running = { status: 'Processing', errorCode: null, finishedAt: null, startedAt: new Date() };
  const [endless, finished] = [await failedTask(visitor, running), await failedTask(visitor)];
  const { adjust, spend } = await import('#server/features/credits/ledger.ts');
  await adjust(db, { userId: visitor.userId, delta: 1, reference: createId() });
  for (const reference of [endless, finished])
    await spend(db, { userId: visitor.userId, amount: 1, reason: 'generation', reference });

  expect(JSON.parse(await act('tasks', 'fail', endless))).toEqual({ status: 'Fail' });
  await expect(act('tasks', 'fail', endless)).rejects.toThrow('has already ended');
  expect(await visitor.credits()).toBe(1);
  expect(JSON.parse(await act('tasks', 'refund', finished))).toEqual({ refunded: 1 });
  await expect(act('tasks', 'refund', finished)).rejects.toThrow('has already been refunded');
  expect(await visitor.credits()).toBe(2);
  expect((await audited(visitor.userId)).map(({ action }) => action)).toEqual(['tasks refund', 'tasks fail']);
});

test('lists work that has waited too long, with the reason', async () => {
  const visitor = await newVisitor(memori.url);
  const waiting = { status: 'Queued', errorCode: null, finishedAt: null };
  const id = await failedTask(visitor, { ...waiting, createdAt: new Date(Date.now() - 16 * 60_000) });
  await memori.deps.queue.send('generate-video', { taskId: id }, { startAfter: 3600 });
  const found = (await read('stuck')).find((each) => each['id'] === id);
  expect(found).toMatchObject({
    kind: 'task',
    status: 'Queued',
    why: 'waits for a free worker: is one running?',
  });
});

test('a reported film is hidden at once, and its reporter gets one mail in their language', async () => {
  const visitor = await newVisitor(memori.url);
  const success = { status: 'Success', errorCode: null, renditionPrefix: 'runs/x', progress: 1 };
  const id = await failedTask(visitor, success);
  const film = { kind: 'video' as const, id };
  await fileReport(memori.deps.db, { ...film, reason: 'me', words: null, contact: 'zia@example.com' }, 'it');
  const page = `${memori.url}/api/public/video/${id}/provenance`;
  expect(await read('reports', 'list')).toMatchObject([{ film, reason: 'me', contact: 'zia@example.com' }]);

  await act('films', 'hide', 'video', id);
  expect((await fetch(page)).status).toBe(404);
  expect(await read('reports', 'list')).toEqual([]);
  const [closed] = await listReports(memori.deps.db, { closed: true });
  await act('reports', 'answer', closed?.id ?? '', 'Grazie. Non si vede più.');
  const mail = await mailTo(memori.dataDir, 'zia@example.com', 'La tua segnalazione');
  expect(mail.text).toContain('Grazie. Non si vede più.');
  await expect(act('reports', 'answer', closed?.id ?? '', 'Again')).rejects.toThrow('or has been answered');
  expect(await read('reports', 'list', 'closed')).toMatchObject([{ outcome: 'hidden', contact: null }]);

  await act('films', 'show', 'video', id);
  expect((await memori.deps.db.videoTask.findUniqueOrThrow({ where: { id } })).hiddenAt).toBeNull();
  await act('films', 'delete', 'video', id);
  expect((await fetch(page)).status).toBe(404);
  // Its owner can't restore it.
  await visitor.post('/api/trpc/video.restore', { taskId: id });
  expect((await visitor.get(`/api/video/tasks/${id}`)).status).toBe(404);
  await expect(act('films', 'hide', 'video', createId())).rejects.toThrow('There is no video');
  await expect(act('films', 'hide', 'film', id)).rejects.toThrow('Name a film as');
});

test('ends sessions, creates and revokes tokens, and erases an account together with its audit details', async () => {
  const visitor = await newVisitor(memori.url);
  const { userId, email } = visitor;
  const made = JSON.parse(await act('tokens', 'create', email, 'Till', 'read,albums')) as {
    id: string;
    token: string;
  };
  const bearer = { authorization: `Bearer ${made.token}` };
  expect((await fetch(`${memori.url}/api/video/tasks`, { headers: bearer })).status).toBe(200);
  await expect(act('tokens', 'create', email, 'Till', 'admin')).rejects.toThrow('A token needs a name');
  const trial = JSON.parse(await act('tokens', 'create', email, 'Trial', 'read', 'test')) as typeof made;
  expect([made.token.slice(0, 9), trial.token.slice(0, 9)]).toEqual(['mem_live_', 'mem_test_']);
  await expect(act('tokens', 'create', email, 'Till', 'read', 'tset')).rejects.toThrow(
    'A token is live or test.',
  );
  await act('tokens', 'revoke', made.id);
  expect((await fetch(`${memori.url}/api/video/tasks`, { headers: bearer })).status).toBe(401);
  expect(JSON.stringify(await audited(userId))).not.toContain(made.token);

  expect(JSON.parse(await act('users', 'sign-out', email))).toEqual({ ended: 1 });
  expect((await visitor.get('/api/auth/me')).status).toBe(401);

  await act('users', 'erase', email);
  // Whom an operator erases can't keep the account, not even in the minute before the next sweep.
  await expect(cancelDeletion(memori.deps.db, userId)).rejects.toMatchObject({ code: 'account_erasing' });
  const { eraseDueAccounts } = await import('#server/features/erasure/erase-accounts.ts');
  await eraseDueAccounts(memori.deps);
  expect(await read('users', 'find', email)).toEqual([]);
  const acts = await memori.deps.db.auditEntry.findMany({ where: { action: 'users erase' } });
  expect(acts).toMatchObject([{ actor: 'rosa', reason: '', details: {} }]);
  expect(acts[0]?.userId).not.toBe(userId);
});

test('npm run admin works against a running Memori', async () => {
  const { email } = await newVisitor(memori.url);
  const script = path.resolve(import.meta.dirname, '../../../scripts/admin.ts');
  const env = { ...process.env, DATABASE_URL: memori.deps.env.DATABASE_URL, DATA_DIR: memori.dataDir };
  const words = ['credits', 'grant', email, '2', '--reason', 'a test', '--yes', '--json', '--as', 'Nonna'];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...words], { env });
  expect(JSON.parse(stdout)).toEqual({ credits: 3 });
  const refused = promisify(execFile)(process.execPath, [script, 'users', 'show', 'x'], { env });
  await expect(refused).rejects.toMatchObject({ code: 1, stderr: 'There is no user x.\n' });
});
