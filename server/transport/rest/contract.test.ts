import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedToken } from '#shared/schemas/tokens.ts';
import { halfSize } from '#tests/support/animation.ts';
import { addVideo, clientOf, followAlbum, fakeVideo } from '#tests/support/albums.ts';
import { type Answer, type Call, type Contract, openContract } from '#tests/support/contract.ts';
import { mailTo, tokenIn } from '#tests/support/mailbox.ts';
import { portrait } from '#tests/support/photos.ts';
import { makeRecording, type RecordingOptions } from '#tests/support/recordings.ts';
import { startTestServer } from '#tests/support/server.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { createUserData } from '#tests/support/user-data.ts';
import { followTask, newVisitor, password, type Visitor } from '#tests/support/visitor.ts';
import { grant, spend } from '#server/features/credits/ledger.ts';
import { createId } from '#server/platform/ids.ts';
import { operations } from './operations.ts';

let shop: Shop;
let contract: Contract;
const seen = new Set<string>();
let owner: Visitor;
let all: CreatedToken;

/** Numbers new networks, for what is limited by address. */
let strangers = 0;
const fromElsewhere = () => ({ 'x-forwarded-for': `203.0.${(strangers += 1)}.7` });

beforeAll(async () => {
  shop = await openShop({
    jobs: true,
    wrapVideo: halfSize,
    settings: { TRUST_PROXY: '1', LIMIT_LOGIN: '10/15m' },
  });
  contract = await openContract(shop.url, seen);
  owner = await newVisitor(shop.url);
  await grant(shop.deps.db, { userId: owner.userId, amount: 50, reference: 'fifty' });
  all = await makeToken(owner, ['read', 'generate', 'albums', 'manage']);
});
afterAll(() => shop.close());

async function makeToken(visitor: Visitor, scopes: string[], more = {}): Promise<CreatedToken> {
  return (await (await visitor.post('/api/tokens', { name: 'A', scopes, ...more })).json()) as CreatedToken;
}

const bearer = ({ token }: Pick<CreatedToken, 'token'>) => ({ authorization: `Bearer ${token}` });
const cookieOf = ({ cookie }: Visitor) => ({ cookie });

/** A call by the owner of all objects in this test. */
const ask = (id: string, { headers, ...call }: Call = {}) =>
  contract.call(id, { ...call, headers: { ...cookieOf(owner), ...headers } });

/** Expects the call to fail with this code, whoever makes it. */
async function expectRefusal(code: string, answer: Promise<Answer>): Promise<void> {
  expect((await answer).body).toMatchObject({ code });
}

async function photoForm(bytes?: Uint8Array, name = 'photo.jpg'): Promise<FormData> {
  const form = new FormData();
  form.set('image', new File([Uint8Array.from(bytes ?? (await portrait()))], name));
  return form;
}

/** The minimal body with which an operation gets as far as authentication. */
const somethingFor = ({ body }: (typeof operations)[number]): Pick<Call, 'body'> =>
  body?.type === 'application/json' ? { body: {} } : body ? { body: new FormData() } : {};

describe('every operation', () => {
  test.each(operations.map((row) => [row.id, row] as const))('%s', async (id, row) => {
    const something = somethingFor(row);
    const open = !row.signedIn;
    const isMedia = row.tag === 'Media';
    const wrong = bearer({ token: 'mem_live_wrong' });
    if (!open) await expectRefusal('not_signed_in', contract.call(id, something));
    if (!isMedia) await expectRefusal('invalid_token', contract.call(id, { ...something, headers: wrong }));
    if (!open && row.scope) {
      const others = ['read', 'generate', 'albums', 'manage'].filter((scope) => scope !== row.scope);
      const poor = await makeToken(await newVisitor(shop.url), others);
      await expectRefusal('token_scope_missing', contract.call(id, { ...something, headers: bearer(poor) }));
    } else if (!isMedia)
      await expectRefusal('token_not_allowed', contract.call(id, { ...something, headers: bearer(all) }));
    if (row.method !== 'get') {
      const headers = { ...cookieOf(owner), 'sec-fetch-site': 'cross-site' };
      await expectRefusal('cross_site', contract.call(id, { ...something, headers }));
    }
    if (row.body?.type === 'application/json') {
      await expectRefusal('invalid_request', ask(id, { body: '{' }));
      await expectRefusal('request_too_large', ask(id, { body: JSON.stringify('x'.repeat(110_000)) }));
    }
    if (row.path.includes('{')) {
      const broken = Object.fromEntries(
        [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '%']),
      );
      await expectRefusal('invalid_request', ask(id, { ...something, params: broken }));
    }
    if (row.signedIn && row.method === 'post') {
      const long = { 'idempotency-key': 'k'.repeat(256) };
      await expectRefusal('invalid_idempotency_key', ask(id, { ...something, headers: long }));
      const used = { 'idempotency-key': createId() };
      const other = id === 'cancelTask' ? 'testWebhook' : 'cancelTask';
      await ask(other, { headers: used });
      await expectRefusal('idempotency_key_reused', ask(id, { ...something, headers: used }));
    }
    if (row.sends !== 'byte-ranges') {
      const headers = { ...wrong, ...fromElsewhere() };
      for (let i = 0; i < 600; i++)
        await shop.deps.limiters.anonymous.take(headers['x-forwarded-for']).catch(() => undefined);
      await expectRefusal('too_many_requests', contract.call(id, { ...something, headers }));
    }
  });

  test('errors are sent as problems if the caller accepts them', async () => {
    const { headers, body } = await contract.call('getBalance', {
      headers: { accept: 'application/problem+json' },
    });
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(body).toEqual({
      type: `${shop.url}/api/docs#not_signed_in`,
      title: 'Authentication required',
      status: 401,
      code: 'not_signed_in',
    });
  });
});

test('the docs page has an anchor for each problem type', async () => {
  const page = await (await fetch(`${shop.url}/api/docs`)).text();
  for (const code of ['not_signed_in', 'insufficient_credits', 'service_unavailable'])
    expect(page).toContain(`<dt id="${code}"><code>${code}</code>`);
});

test('signing up, in and out', async () => {
  const email = `${createId()}@example.com`;
  const body = { email, password };
  const signUp = (more: object) => contract.call('signUp', { body: { ...body, ...more } });
  const from = fromElsewhere();
  await contract.call('signUp', { body });
  await expectRefusal('email_taken', signUp({}));
  await expectRefusal('invalid_email', signUp({ email: 'nobody' }));
  await expectRefusal('disposable_email', signUp({ email: 'a@mailinator.com' }));
  await expectRefusal('password_too_short', signUp({ password: '12345' }));
  await expectRefusal('password_too_long', signUp({ password: 'x'.repeat(1025) }));
  await expectRefusal(
    'password_common',
    signUp({ email: `${createId()}@example.com`, password: 'password123' }),
  );
  const signIn = (more: object) => contract.call('signIn', { body: { ...body, ...more }, headers: from });
  const { headers } = await signIn({});
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await expectRefusal('invalid_email', signIn({ email: '' }));
  await expectRefusal('password_required', signIn({ password: '' }));
  await expectRefusal('wrong_credentials', signIn({ password: 'something else' }));
  expect((await contract.call('getUser', { headers: { cookie } })).body).toMatchObject({ user: { email } });
  await contract.call('signOut', { headers: { cookie } });
  await expectRefusal('invalid_email', contract.call('requestPasswordReset', { body: { email: 'x' } }));
  await contract.call('requestPasswordReset', { body: { email } });
  await expectRefusal('mail_link_unknown', contract.call('verifyEmail', { body: { token: 'x' } }));
  await contract.call('verifyEmail', {
    body: { token: tokenIn(await mailTo(shop.dataDir, email, 'Is this your address?')) },
  });
  // An address that somebody else takes before its link is opened.
  const mover = await newVisitor(shop.url);
  const wanted = `${createId()}@example.com`;
  await clientOf(shop, mover).account.changeEmail.mutate({ email: wanted, password });
  const confirmation = tokenIn(await mailTo(shop.dataDir, wanted, 'Confirm your new address'));
  await newVisitor(shop.url, wanted);
  await expectRefusal('email_taken', contract.call('verifyEmail', { body: { token: confirmation } }));
  const reset = (token: string, secret: string) =>
    contract.call('resetPassword', { body: { token, password: secret } });
  const mailed = tokenIn(await mailTo(shop.dataDir, email, 'Set a new password'));
  await expectRefusal('mail_link_unknown', reset('x', password));
  await expectRefusal('password_too_short', reset(mailed, '12345'));
  await expectRefusal('password_too_long', reset(mailed, 'x'.repeat(1025)));
  await expectRefusal('password_common', reset(mailed, 'password123'));
  await reset(mailed, 'another fine secret');
});

test('an account', async () => {
  const visitor = await newVisitor(shop.url);
  const headers = cookieOf(visitor);
  const change = (current: string, secret: string) =>
    contract.call('changePassword', { headers, body: { current, password: secret } });
  await expectRefusal('password_required', change('', 'another fine secret'));
  await expectRefusal('password_too_short', change(password, '12345'));
  await expectRefusal('password_too_long', change(password, 'x'.repeat(1025)));
  await expectRefusal('password_common', change(password, 'password123'));
  await expectRefusal('wrong_credentials', change('something else', 'another fine secret'));
  await change(password, 'another fine secret');
  const sessions = await contract.call('listSessions', { headers });
  const [session] = sessions.body as unknown as { id: string }[];
  await expectRefusal('not_found', contract.call('endSession', { headers, params: { id: createId() } }));
  await expectRefusal('not_found', contract.call('getExport', { headers }));
  await contract.call('requestExport', { headers });
  await contract.call('getExport', { headers });
  const erase = (secret: string) => contract.call('deleteAccount', { headers, body: { password: secret } });
  await expectRefusal('password_required', erase(''));
  await expectRefusal('password_too_long', erase('x'.repeat(1025)));
  await expectRefusal('wrong_credentials', erase('something else'));
  const other = await newVisitor(shop.url);
  const [own] = (await contract.call('listSessions', { headers: cookieOf(other) })).body as unknown as [
    { id: string },
  ];
  await contract.call('endSession', { headers: cookieOf(other), params: { id: own.id } });
  expect(session).toBeDefined();
  await erase('another fine secret');
});

const size = async (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' } })
    .png()
    .toBuffer();

async function withField(name: string, value: string): Promise<FormData> {
  const form = await photoForm();
  form.set(name, value);
  return form;
}

test.each(['generateVideo', 'generateVideos', 'previewVideo'])('a photo that is refused: %s', async (id) => {
  const generate = async (body: FormData, who = owner) => contract.call(id, { headers: cookieOf(who), body });
  await expectRefusal('no_file_selected', generate(new FormData()));
  await expectRefusal('upload_malformed', generate(await photoForm(undefined, 'photo\0.jpg')));
  await expectRefusal('file_too_large', generate(await photoForm(Buffer.alloc(20 * 1024 * 1024 + 1))));
  await expectRefusal('invalid_file_type', generate(await photoForm(Buffer.from('GIF89a'))));
  await expectRefusal('image_too_small', generate(await photoForm(await size(299, 400))));
  await expectRefusal('image_too_many_pixels', generate(await photoForm(await size(8000, 5001))));
  await expectRefusal('image_broken', generate(await photoForm((await portrait()).subarray(0, 2000))));
  await expectRefusal('invalid_request', generate(await withField('motion', 'spin')));
  await expectRefusal('prompt_too_long', generate(await withField('prompt', 'x'.repeat(2001))));
  await expectRefusal('invalid_duration', generate(await withField('duration', '10')));
  await expectRefusal('invalid_resolution', generate(await withField('resolution', '1080P')));
  if (id === 'previewVideo') return;
  const poor = await newVisitor(shop.url);
  const body = await photoForm();
  await shop.deps.db.$transaction((tx) =>
    spend(tx, { userId: poor.userId, amount: 1, reason: 'generation', reference: createId() }),
  );
  await expectRefusal('insufficient_credits', generate(body, poor));
  const tried = await makeToken(owner, ['generate'], { test: true });
  const form = await photoForm(undefined, 'refuse_provider_unavailable.jpg');
  await expectRefusal('provider_unavailable', contract.call(id, { headers: bearer(tried), body: form }));
});

test('refusals of one photo and of several', async () => {
  const several = async (count: number) => {
    const form = new FormData();
    for (let i = 0; i < count; i++) form.append('image', (await photoForm()).get('image') as File);
    return form;
  };
  await expectRefusal('too_many_images', ask('generateVideos', { body: await several(21) }));
  for (const id of ['generateVideo', 'previewVideo']) {
    await expectRefusal('one_file_only', ask(id, { body: await several(2) }));
    await expectRefusal('name_too_long', ask(id, { body: await withField('name', 'x'.repeat(81)) }));
    await expectRefusal('invalid_rest', ask(id, { body: await withField('rest', '[0.5, 0.5]') }));
    const linked = (body: unknown) => ask(id, { body });
    await expectRefusal('invalid_image_url', linked({ imageUrl: 'http://example.com/a.jpg' }));
    await expectRefusal('image_unreachable', linked({ imageUrl: `${shop.url}/nothing-there.jpg` }));
    await expectRefusal('request_too_large', linked(JSON.stringify('x'.repeat(110_000))));
  }
  expect((await ask('previewVideo', { body: await photoForm() })).body).toMatchObject({ credits: 1 });
  const { body } = await ask('generateVideos', { body: await several(2) });
  expect(body['tasks']).toHaveLength(2);
});

/** A task in the given state. */
const addTask = async (data: object): Promise<string> => {
  const id = createId();
  await shop.deps.db.videoTask.create({
    data: {
      id,
      userId: owner.userId,
      provider: 'local',
      prompt: '',
      originalFilename: 'a.jpg',
      photoKey: 'none',
      ...data,
    },
  });
  return id;
};
const ended = { finishedAt: new Date() };

test('a video and an album, and their files', async () => {
  const accepted = await ask('generateVideo', { body: await photoForm() });
  const taskId = String(accepted.body['taskId']);
  expect(accepted.headers.get('location')).toBe(`/api/video/tasks/${taskId}`);
  await followTask(shop, owner.userId, taskId);
  const params = { taskId };
  const waited = await ask('getStatus', { params, headers: { prefer: 'wait=9' } });
  expect(waited.headers.get('preference-applied')).toBe('wait=9');
  await ask('getTask', { params });
  await ask('watchTask', { params });
  await ask('getDownload', { params });
  await ask('renameTask', { params, body: { name: 'Nonna' } });
  await ask('printKeepsakes', { query: { videos: taskId } });
  await files('Video', params);
  await report('Video', params);
  const other = await addVideo(shop, owner.userId, {
    clean: await bytesOf(taskId),
    watermarked: await bytesOf(taskId),
  });
  const merge = await ask('createAlbum', { body: { videoIds: [taskId, other], albumName: 'Summer' } });
  const mergeId = String(merge.body['mergeId']);
  expect((await followAlbum(shop, owner.userId, mergeId)).at(-1)).toMatchObject({ status: 'completed' });
  await ask('getAlbum', { params: { mergeId } });
  await ask('renameAlbum', { params: { mergeId }, body: { name: 'Autumn' } });
  await files('Album', { mergeId });
  await report('Album', { mergeId });
  await ask('deletePhoto', { params });
  await ask('deleteAlbum', { params: { mergeId } });
  await ask('deleteTask', { params });
});

const bytesOf = async (taskId: string) =>
  new Uint8Array(await (await owner.get(`/api/public/video/${taskId}`)).arrayBuffer());

/** Reports a film in all ways, valid and invalid. */
async function report(kind: 'Video' | 'Album', params: Record<string, string>): Promise<void> {
  const say = (body: object) => contract.call(`report${kind}`, { params, body, headers: fromElsewhere() });
  await say({ reason: 'other' });
  await expectRefusal('report_reason_required', say({}));
  await expectRefusal('report_too_long', say({ reason: 'other', words: 'x'.repeat(1001) }));
  await expectRefusal('invalid_email', say({ reason: 'other', contact: 'nobody' }));
}

/** Requests the public paths of a film, whole and in ranges, and again once it is not shared. */
async function files(kind: 'Video' | 'Album', params: Record<string, string>): Promise<void> {
  for (const part of ['File', 'Poster', 'Card', 'Provenance']) {
    const id = `get${kind}${part}`;
    const { headers } = await contract.call(id, { params });
    await contract.call(id, { params, method: 'HEAD' });
    if (part === 'Provenance') continue;
    const etag = headers.get('etag') ?? '';
    expect(
      (await contract.call(id, { params, headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } }))
        .status,
    ).toBe(304);
    if (part === 'Card') continue;
    expect((await contract.call(id, { params, headers: { range: 'bytes=0-9' } })).status).toBe(206);
    expect((await contract.call(id, { params, headers: { range: 'bytes=999999999-' } })).status).toBe(416);
  }
  const where = { id: Object.values(params)[0] ?? '' };
  const share = async (shareStoppedAt: Date | null) =>
    kind === 'Video'
      ? shop.deps.db.videoTask.update({ where, data: { shareStoppedAt } })
      : shop.deps.db.album.update({ where, data: { shareStoppedAt } });
  await share(new Date());
  for (const part of ['File', 'Poster', 'Card', 'Provenance']) {
    const headers = bearer({ token: 'mem_live_wrong' });
    await expectRefusal('invalid_token', contract.call(`get${kind}${part}`, { params, headers }));
  }
  await share(null);
}

test('a photo that a service refused, animated here', async () => {
  const poor = await newVisitor(shop.url);
  const dataOf = (user: Visitor) => createUserData(() => ({ memori: shop, owner: user }));
  await ask('animateLocally', { params: await dataOf(owner).refusedTask() });
  const params = await dataOf(poor).refusedTask();
  await shop.deps.db.$transaction((tx) =>
    spend(tx, { userId: poor.userId, amount: 1, reason: 'generation', reference: createId() }),
  );
  const headers = { cookie: poor.cookie };
  await expectRefusal('insufficient_credits', contract.call('animateLocally', { params, headers }));
});

test('tasks that are missing or not ready', async () => {
  const waiting = { params: { taskId: await addTask({}) } };
  const failed = {
    params: { taskId: await addTask({ ...ended, status: 'Fail', errorCode: 'image_broken' }) },
  };
  for (const id of [
    'getStatus',
    'getDownload',
    'getTask',
    'watchTask',
    'cancelTask',
    'animateLocally',
    'deletePhoto',
    'deleteTask',
  ])
    await expectRefusal('task_not_found', ask(id));
  await expectRefusal('task_not_found', ask('renameTask', { body: { name: 'A' } }));
  await expectRefusal('name_too_long', ask('renameTask', { ...waiting, body: { name: 'x'.repeat(81) } }));
  await expectRefusal('video_not_ready', ask('getDownload', waiting));
  await expectRefusal('generation_failed', ask('getDownload', failed));
  for (const id of ['deletePhoto', 'deleteTask']) await expectRefusal('task_not_finished', ask(id, waiting));
  await expectRefusal(
    'task_begun',
    ask('cancelTask', { params: { taskId: await addTask({ status: 'Processing' }) } }),
  );
  await expectRefusal('task_finished', ask('cancelTask', failed));
  await expectRefusal('local_not_offered', ask('animateLocally', failed));
  await ask('cancelTask', waiting);
  await expectRefusal('task_canceled', ask('cancelTask', waiting));
  await ask('listTasks');
  await expectRefusal('invalid_request', ask('listTasks', { query: { limit: '0' } }));
  for (const part of ['File', 'Poster', 'Card', 'Provenance']) {
    await expectRefusal('task_not_found', contract.call(`getVideo${part}`));
    await expectRefusal('album_not_found', contract.call(`getAlbum${part}`));
  }
  const body = { reason: 'other' };
  const noId = { taskId: 'x', mergeId: 'x' };
  for (const id of ['reportVideo', 'reportAlbum'])
    await expectRefusal('not_found', contract.call(id, { body, params: noId }));
  await expectRefusal('task_not_found', contract.call('reportVideo', { body }));
  await expectRefusal('album_not_found', contract.call('reportAlbum', { body }));
});

test('albums and cards that are refused', async () => {
  const [one, two] = [
    await addVideo(shop, owner.userId, fakeVideo('a')),
    await addVideo(shop, owner.userId, fakeVideo('b')),
  ];
  const waiting = await addTask({});
  const create = (body: object, who = owner) =>
    contract.call('createAlbum', {
      headers: cookieOf(who),
      body: { videoIds: [one, two], albumName: 'Summer', ...body },
    });
  await expectRefusal('album_name_required', create({ albumName: '' }));
  await expectRefusal('album_name_too_long', create({ albumName: 'x'.repeat(101) }));
  await expectRefusal('album_too_few_videos', create({ videoIds: [one] }));
  await expectRefusal('album_too_many_videos', create({ videoIds: Array.from({ length: 51 }, createId) }));
  await expectRefusal('album_duplicate_videos', create({ videoIds: [one, one] }));
  await expectRefusal('invalid_music_track', create({ musicTrack: 'kazoo' }));
  await expectRefusal('audio_not_found', create({ audioId: createId() }));
  const spoken = { audioId: createId() };
  await expectRefusal('invalid_voices', create({ voices: [spoken, spoken] }));
  await expectRefusal('short_film_with_voices', create({ voices: [spoken], length: 'short' }));
  await expectRefusal('voice_text_too_long', create({ voices: [{ ...spoken, text: 'x'.repeat(1001) }] }));
  const speech = { id: createId(), userId: owner.userId, purpose: 'voice', seconds: 601 };
  await shop.deps.db.audio.create({ data: speech });
  await expectRefusal('voices_too_long', create({ voices: [{ audioId: speech.id }] }));
  await shop.deps.db.audio.delete({ where: { id: speech.id } });
  await expectRefusal('two_kinds_of_music', create({ audioId: createId(), musicTrack: 'solo-piano' }));
  await expectRefusal('film_words_too_long', create({ closing: 'x'.repeat(201) }));
  await expectRefusal('task_not_found', create({ videoIds: [one, createId()] }));
  await expectRefusal('video_not_ready', create({ videoIds: [one, waiting] }));
  const addAlbum = async (data: object) => {
    const row = { id: createId(), userId: owner.userId, name: 'Waiting', ...data };
    return (await shop.deps.db.album.create({ data: row })).id;
  };
  const unmade: string[] = [];
  for (let i = 0; i < 5; i++) unmade.push(await addAlbum({}));
  await expectRefusal('too_many_albums', create({}));
  const params = { mergeId: unmade[0] ?? '' };
  for (const id of ['getAlbum', 'deleteAlbum']) await expectRefusal('album_not_found', ask(id));
  await expectRefusal('album_not_found', ask('renameAlbum', { body: { name: 'A' } }));
  await expectRefusal('album_name_required', ask('renameAlbum', { params, body: { name: '' } }));
  await expectRefusal('album_name_too_long', ask('renameAlbum', { params, body: { name: 'x'.repeat(101) } }));
  await expectRefusal('album_not_finished', ask('deleteAlbum', { params }));
  for (let i = 0; i < 40; i++) await shop.deps.limiters.newAlbum.take(owner.userId).catch(() => undefined);
  await expectRefusal('too_many_albums_an_hour', create({}));

  const print = (query: Record<string, string>) => ask('printKeepsakes', { query });
  await expectRefusal('invalid_request', print({}));
  await expectRefusal('task_not_found', print({ videos: createId() }));
  await expectRefusal('video_not_ready', print({ videos: waiting }));
  await expectRefusal('album_not_found', print({ album: createId() }));
  await expectRefusal('album_not_ready', print({ album: params.mergeId }));
});

test('recordings', async () => {
  const folder = await mkdtemp(path.join(shop.dataDir, 'recordings-'));
  const recording = (name: string, options: RecordingOptions = {}) =>
    makeRecording(path.join(folder, name), options);
  const add = (content: Uint8Array | null, fields = { purpose: 'voice', rights: 'true' }) => {
    const body = new FormData();
    for (const [name, text] of Object.entries(fields)) body.set(name, text);
    if (content) body.set('audio', new File([Uint8Array.from(content)], 'voice.webm'));
    return ask('addAudio', { body });
  };
  const voice = await recording('voice.webm', { seconds: 1, encode: ['-c:a', 'libopus'] });
  const { body } = await add(voice);
  await ask('listAudio');
  const params = { audioId: String(body['audioId']) };
  await ask('deleteAudio', { params });
  await expectRefusal('audio_not_found', ask('deleteAudio', { params }));
  await expectRefusal('audio_required', add(null));
  await expectRefusal('audio_rights_required', add(voice, { purpose: 'voice', rights: '' }));
  await expectRefusal('invalid_request', add(voice, { purpose: 'other', rights: 'true' }));
  await expectRefusal('file_too_large', add(Buffer.alloc(20 * 1024 * 1024 + 1)));
  await expectRefusal('invalid_audio_type', add(Buffer.from('GIF89a')));
  await expectRefusal('audio_too_long', add(await recording('long.mp3', { seconds: 62 })));
  await expectRefusal('audio_broken', add(Buffer.from('fLaC and nothing more')));
  await expectRefusal('audio_silent', add(await recording('silence.flac', { source: 'anullsrc' })));
  const malformed = new FormData();
  malformed.set('audio', new File([Uint8Array.from(voice)], 'voice\0.webm'));
  await expectRefusal('upload_malformed', ask('addAudio', { body: malformed }));
  const row = { userId: owner.userId, purpose: 'music', seconds: 7201 };
  await shop.deps.db.audio.create({ data: { id: createId(), ...row } });
  await expectRefusal('too_much_audio', add(voice));
});

test('credits and payments', async () => {
  await ask('getBalance');
  await ask('getUsage');
  await expectRefusal('invalid_request', ask('getUsage', { query: { days: '0' } }));
  await ask('estimateVideo');
  await expectRefusal('invalid_request', ask('estimateVideo', { query: { photos: '21' } }));
  const checkout = (body: object) =>
    ask('startCheckout', { body: { packageType: 'legacy', language: 'en', ...body } });
  await expectRefusal('invalid_package', checkout({ packageType: 'none' }));
  const { body } = await checkout({});
  const sessionId = /cs_test_\w+/.exec(String(body['url']))?.[0] ?? '';
  await ask('confirmPayment', { query: { session_id: sessionId } });
  const closed = await startTestServer({
    jobs: false,
    settings: { NODE_ENV: 'production', INSECURE_HTTP: '1' },
  });
  try {
    const there = await openContract(closed.url, seen);
    const headers = cookieOf(await newVisitor(closed.url));
    const buy = { headers, body: { packageType: 'legacy' } };
    await expectRefusal('payments_unavailable', there.call('startCheckout', buy));
    const query = { session_id: sessionId };
    await expectRefusal('payments_unavailable', there.call('confirmPayment', { headers, query }));
  } finally {
    await closed.close();
  }
  await expectRefusal('payment_not_found', ask('confirmPayment', { query: { session_id: 'cs_test_none' } }));
});

test('tokens and webhooks', async () => {
  const visitor = await newVisitor(shop.url);
  const headers = cookieOf(visitor);
  const token = (body: object) =>
    contract.call('createToken', { headers, body: { name: 'A', scopes: ['read'], ...body } });
  await expectRefusal('token_name_required', token({ name: '' }));
  await expectRefusal('token_name_too_long', token({ name: 'x'.repeat(61) }));
  await expectRefusal('token_scopes_required', token({ scopes: [] }));
  const made = await token({ test: true });
  await contract.call('listTokens', { headers });
  const authenticated = (authenticatedAt: Date) =>
    shop.deps.db.session.updateMany({ where: { userId: visitor.userId }, data: { authenticatedAt } });
  await authenticated(new Date(0));
  await expectRefusal('password_needed', token({}));
  for (const id of ['createWebhook', 'rotateWebhookSecret'])
    await expectRefusal('password_needed', contract.call(id, { headers, body: {} }));
  await authenticated(new Date());
  for (let i = 1; i < 20; i++) await token({});
  await expectRefusal('too_many_tokens', token({}));
  await contract.call('revokeToken', { headers, params: { id: String(made.body['id']) } });
  await expectRefusal(
    'token_not_found',
    contract.call('revokeToken', { headers, params: { id: createId() } }),
  );

  const hook = (body: object) =>
    contract.call('createWebhook', {
      headers,
      body: { url: 'http://127.0.0.1:9/', events: ['credits.low'], ...body },
    });
  await expectRefusal('invalid_webhook_url', hook({ url: 'ftp://example.com' }));
  await expectRefusal('webhook_events_required', hook({ events: [] }));
  const id = String((await hook({})).body['id']);
  const params = { id };
  for (let i = 1; i < 10; i++) await hook({});
  await expectRefusal('too_many_webhooks', hook({}));
  await contract.call('listWebhooks', { headers });
  const { body } = await contract.call('testWebhook', { headers, params });
  await contract.call('listDeliveries', { headers, params });
  const deliveryId = String(body['deliveryId']);
  await contract.call('resendDelivery', { headers, params: { id, deliveryId } });
  await expectRefusal(
    'delivery_not_found',
    contract.call('resendDelivery', { headers, params: { id, deliveryId: createId() } }),
  );
  await contract.call('rotateWebhookSecret', { headers, params });
  await contract.call('deleteWebhook', { headers, params });
  for (const gone of [
    'testWebhook',
    'listDeliveries',
    'rotateWebhookSecret',
    'deleteWebhook',
    'resendDelivery',
  ])
    await expectRefusal(
      gone === 'resendDelivery' ? 'delivery_not_found' : 'webhook_not_found',
      contract.call(gone, { headers, params }),
    );
  await expectRefusal(
    'webhook_not_found',
    contract.call('resendDelivery', { headers, params: { id: 'none' } }),
  );
});

/** Errors that no call can trigger at will; tested where failures and concurrency are simulated. */
const elsewhere = /(internal_error|service_unavailable|idempotency_in_progress)$/;

test('every documented answer was seen here', () => {
  expect(contract.unseen().filter((each) => !elsewhere.test(each))).toEqual([]);
});
