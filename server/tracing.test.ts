import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ReceivedSpan, startCollector } from '#tests/support/collector.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type MemoriProcess, spawnMemori } from '#tests/support/memori-process.ts';
import { portrait } from '#tests/support/photos.ts';
import { newVisitor } from '#tests/support/visitor.ts';

let folder: string;
let database: TestDatabase;
let collector: Awaited<ReturnType<typeof startCollector>>;
let started: MemoriProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori traces '));
  database = await createTestDatabase();
  collector = await startCollector();
  started = [];
});
afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGTERM');
    await ended;
  }
  await collector.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function start(settings: Record<string, string>): MemoriProcess {
  const shared = { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: database.url };
  const memori = spawnMemori(folder, { ...shared, ...settings });
  started.push(memori);
  return memori;
}

/** Stops all processes, which export their last spans. */
async function stop(): Promise<void> {
  for (const { child } of started) child.kill('SIGTERM');
  for (const { ended } of started) expect(await ended).toBe(0);
}

const traced = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
});

/** The names of a span and its ancestors, starting from the span itself. */
function lineOf(span: ReceivedSpan): string[] {
  const parent = collector.spans.find(
    ({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentSpanId,
  );
  return [span.name, ...(parent ? lineOf(parent) : [])];
}

test('one trace covers an upload, the job in another process and the call to the provider', async () => {
  const web = start({ ...traced(), ROLE: 'web', VIDEO_PROVIDER: 'minimax', OTEL_SERVICE_NAME: 'family' });
  start({ ...traced(), ROLE: 'worker', VIDEO_PROVIDER: 'minimax', VIDEO_POLL: '100ms' });
  const visitor = await newVisitor(await web.ready, 'nonna.traced@example.com');
  // Callers can neither influence sampling nor choose the trace.
  const theirs = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` };
  await visitor.get('/api/credits/balance?secret=in-the-query', theirs);
  const upload = await visitor.generate(await portrait(), { filename: 'Nonna Pina.jpg' });
  const { taskId } = (await upload.json()) as { taskId: string };
  const finished = async () =>
    (await (await visitor.get(`/api/video/tasks/${taskId}`, { prefer: 'wait=20' })).json()) as {
      status: string;
    };
  await vi.waitUntil(async () => (await finished()).status === 'Success', { timeout: 200_000 });
  await stop();

  const { spans } = collector;
  const generate = spans.find(({ name }) => name === 'POST /api/video/generate')!;
  expect(generate.parentSpanId).toBeUndefined();
  expect(generate.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/video/generate',
    'http.response.status_code': 202,
    'memori.request_id': upload.headers.get('x-request-id'),
  });
  expect(generate.resource).toMatchObject({ 'service.name': 'family', 'memori.role': 'web' });
  expect(generate.headers).toMatchObject({ authorization: 'Bearer of-the-collector' });

  const related = spans.filter(({ traceId }) => traceId === generate.traceId);
  const job = related.find(({ name }) => name === 'job generate-video')!;
  expect(job.resource).toMatchObject({ 'service.name': 'memori', 'memori.role': 'worker' });
  expect(job.attributes).toMatchObject({
    'messaging.destination.name': 'generate-video',
    'memori.attempt': 1,
  });
  const lines = related.map(lineOf).map((line) => line.join(' < '));
  expect(lines).toContain('job generate-video < POST /api/video/generate');
  expect(lines).toContain('POST elsewhere < job generate-video < POST /api/video/generate');
  expect(lines).toContain('storage fetch < job generate-video < POST /api/video/generate');
  expect(lines).toContain('stage finalizing < job generate-video < POST /api/video/generate');
  expect(lines).toContain('database query < POST /api/video/generate');
  expect(related.filter(({ failed }) => failed)).toEqual([]);

  const balance = spans.find(({ name }) => name === 'GET /api/credits/balance')!;
  expect(balance.traceId).not.toBe('a'.repeat(32));
  for (const secret of [
    'in-the-query',
    'nonna.traced',
    'Nonna Pina',
    visitor.cookie.split('=')[1]!,
    visitor.userId,
  ])
    expect(collector.text()).not.toContain(secret);
});

test('spans of an unsampled trace are not sent', async () => {
  const memori = start({ ...traced(), OTEL_TRACES_SAMPLER_ARG: '0' });
  await (await newVisitor(await memori.ready)).credits();
  await stop();
  expect(collector.text()).toBe('');
});

test('an unavailable collector loses only the traces, and is logged once', async () => {
  const memori = start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  let log = '';
  memori.child.stdout!.on('data', (chunk) => {
    log += String(chunk);
  });
  const complaints = () => log.split('\n').filter((line) => line.includes('OTEL_EXPORTER_OTLP_ENDPOINT'));
  const visitor = await newVisitor(await memori.ready);
  await vi.waitUntil(() => complaints().length > 0, { timeout: 100_000 });
  expect(await visitor.credits()).toBe(1);
  await stop();
  expect(complaints()).toHaveLength(1);
  expect(await memori.complaint).toBe('');
});
