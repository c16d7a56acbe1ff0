import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addVideos } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';

let server: TestServer;
let photos: Server;
let imageUrl: string;
const clients: Client[] = [];

beforeAll(async () => {
  server = await startTestServer({ jobs: false });
  const photo = await portrait();
  photos = createServer((_req, res) => res.end(photo));
  await new Promise<void>((resolve) => photos.listen(0, '127.0.0.1', resolve));
  imageUrl = `http://127.0.0.1:${(photos.address() as AddressInfo).port}/nonna.jpg`;
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(async () => {
  photos.closeAllConnections();
  photos.close();
  await server.close();
});

async function tokenOf(visitor: Visitor, scopes: string[], more: object = {}): Promise<string> {
  const made = await visitor.post('/api/tokens', { name: 'Agent', scopes, ...more });
  return ((await made.json()) as { token: string }).token;
}

/** An agent's client, with a token. */
async function connect(token: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1' });
  clients.push(client);
  const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }));
  return client;
}

/** What a tool answers, and whether it is an error. */
async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [first] = content;
  if (first?.type !== 'text') throw new Error('no text');
  return { isError, body: JSON.parse(first.text) as Record<string, unknown> };
}

const namesFor = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

const readTools = [
  'video_status',
  'video_download',
  'video_tasks',
  'video_task',
  'video_estimate',
  'album_status',
  'album_list',
  'credits_balance',
  'credits_usage',
];

test('agents are offered what their token may do, and nothing that deletes, pays or manages', async () => {
  const visitor = await newVisitor(server.url);
  const reader = await connect(await tokenOf(visitor, ['read']));
  expect(await namesFor(reader)).toEqual(readTools);
  const all = await connect(await tokenOf(visitor, ['read', 'generate', 'albums', 'manage']));
  expect((await namesFor(all)).toSorted()).toEqual(
    [
      ...readTools,
      'video_generate',
      'video_preview',
      'video_rename',
      'video_cancel',
      'album_create',
    ].toSorted(),
  );
  const { tools } = await all.listTools();
  expect(tools.find(({ name }) => name === 'video_generate')).toMatchObject({
    description: expect.stringContaining('Animates one photo for one credit.') as string,
    inputSchema: { type: 'object', required: ['imageUrl'] },
    annotations: { readOnlyHint: false, destructiveHint: false },
  });
  expect(tools.find(({ name }) => name === 'video_status')).toMatchObject({
    inputSchema: { type: 'object', required: ['taskId'] },
    annotations: { readOnlyHint: true },
  });
});

test('an agent makes a video of a photo, names it, cancels it, and joins others into an album', async () => {
  const visitor = await newVisitor(server.url);
  const agent = await connect(await tokenOf(visitor, ['read', 'generate', 'albums']));
  expect(await call(agent, 'video_estimate', { photos: 2 })).toMatchObject({
    isError: false,
    body: { photos: 2, credits: 2, balance: 1, affordable: false },
  });
  const started = await call(agent, 'video_generate', { imageUrl, motion: 'arc' });
  expect(started).toMatchObject({ isError: false, body: { status: 'Queued' } });
  const { taskId } = started.body;
  expect(await call(agent, 'credits_balance')).toEqual({ isError: false, body: { credits: 0 } });
  await call(agent, 'video_rename', { taskId, name: 'Nonna Rosa' });
  expect((await call(agent, 'video_tasks')).body).toMatchObject({
    tasks: [{ taskId, name: 'Nonna Rosa' }],
    nextCursor: null,
  });
  expect((await call(agent, 'video_cancel', { taskId })).body).toMatchObject({
    status: 'Cancelled',
    credits: 1,
  });

  const videoIds = await addVideos(server, visitor.userId);
  const album = await call(agent, 'album_create', { videoIds, albumName: 'Estate' });
  expect(album).toMatchObject({ isError: false, body: { queuePosition: 1 } });
  expect((await call(agent, 'album_list')).body).toMatchObject([{ albumName: 'Estate', status: 'pending' }]);
  const { downloadUrl } = (await call(agent, 'video_download', { taskId: videoIds[0] })).body;
  expect(downloadUrl).toBe(`${server.url}/api/public/video/${videoIds[0]}?download=1`);
});

test('a refusal is the API’s, says what to do, and costs nothing', async () => {
  const visitor = await newVisitor(server.url);
  const agent = await connect(await tokenOf(visitor, ['read', 'generate']));
  expect(await call(agent, 'video_generate', { imageUrl: 'file:///etc/passwd' })).toEqual({
    isError: true,
    body: {
      error: 'The address of an image must be a public https address',
      code: 'invalid_image_url',
      doc: `${server.url}/api/docs#invalid_image_url`,
    },
  });
  expect(await call(agent, 'video_status', { taskId: 'a'.repeat(32) })).toMatchObject({
    isError: true,
    body: { code: 'task_not_found' },
  });
  expect(await call(agent, 'video_generate')).toMatchObject({ body: { code: 'no_file_selected' } });
  expect(await call(agent, 'video_generate', { imageUrl, surprise: 1 })).toMatchObject({
    body: { code: 'invalid_request' },
  });
  // Neither what the token may not do, nor what no agent may.
  for (const name of ['album_create', 'video_delete', 'tokens_create', '__proto__'])
    expect(await call(agent, name)).toMatchObject({ isError: true, body: { code: 'not_found' } });
  expect(await visitor.credits()).toBe(1);
  await call(agent, 'video_generate', { imageUrl });
  expect(await call(agent, 'video_generate', { imageUrl })).toMatchObject({
    isError: true,
    body: { code: 'insufficient_credits', requiresPayment: true },
  });
});

test('a repeated call with an Idempotency-Key makes one video', async () => {
  const visitor = await newVisitor(server.url);
  const agent = await connect(await tokenOf(visitor, ['generate']), { 'idempotency-key': 'one' });
  const first = await call(agent, 'video_generate', { imageUrl });
  expect(await call(agent, 'video_generate', { imageUrl })).toEqual(first);
  expect(await server.deps.db.videoTask.count({ where: { userId: visitor.userId } })).toBe(1);
});

test('a test token costs nothing, and sees only its own', async () => {
  const visitor = await newVisitor(server.url);
  const agent = await connect(await tokenOf(visitor, ['read', 'generate'], { test: true }));
  expect((await call(agent, 'video_estimate')).body).toMatchObject({ credits: 0, affordable: true });
  await call(agent, 'video_generate', { imageUrl });
  expect((await call(agent, 'video_tasks')).body).toMatchObject({ tasks: [{ status: 'Queued' }] });
  expect(await visitor.credits()).toBe(1);
  expect(await (await visitor.get('/api/video/tasks')).json()).toEqual([]);
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
};

const post = (headers: Record<string, string>, body: string = JSON.stringify(initialize)) =>
  fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  });

test('only a token is accepted: neither nobody, nor a cookie, nor a wrong token', async () => {
  const visitor = await newVisitor(server.url);
  const rejected: Record<string, string>[] = [
    {},
    { cookie: visitor.cookie },
    { authorization: 'Bearer mem_live_wrong' },
  ];
  for (const headers of rejected) {
    const response = await post(headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
  const token = await tokenOf(visitor, ['read']);
  const accepted = await post({ authorization: `Bearer ${token}` });
  expect(accepted.status).toBe(200);
  expect(accepted.headers.get('cache-control')).toBe('no-store');
});

test('what is no message gets a clear answer, never a 5xx', async () => {
  const authorization = `Bearer ${await tokenOf(await newVisitor(server.url), ['read'])}`;
  expect((await post({ authorization }, '{')).status).toBe(400);
  expect((await post({ authorization }, '[]')).status).toBe(400);
  expect(
    (await post({ authorization }, '{"jsonrpc": "2.0", "id": 1, "method": "none"}')).status,
  ).toBeLessThan(500);
  expect((await post({ authorization }, JSON.stringify('x'.repeat(110_000)))).status).toBe(413);
  expect((await fetch(`${server.url}/mcp`, { headers: { authorization } })).status).toBe(405);
  expect((await fetch(`${server.url}/mcp`, { method: 'DELETE', headers: { authorization } })).status).toBe(
    405,
  );
});
