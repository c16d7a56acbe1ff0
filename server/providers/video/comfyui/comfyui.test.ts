import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ComfyBench, openComfyBench } from '#tests/support/comfyui.ts';
import { smallSide } from '#tests/support/remote-bench.ts';
import type { ComfyScript } from '#server/emulators/comfyui/script.ts';
import { downloadFaults } from '#server/emulators/lib/downloads.ts';
import { type AnimationProgress, DeadlinePassed } from '../types.ts';

let bench: ComfyBench;
/** Scripted faults for the first and second graph of a prompt. */
const scripts = new Map<string, ComfyScript[]>();
const script = (prompt: string, number: number): ComfyScript => scripts.get(prompt)?.[number - 1] ?? {};
let prompts = 0;

beforeAll(async () => {
  bench = await openComfyBench({ script }, { pauseSeconds: 0.01 });
});
afterAll(() => bench.close());

/** Returns a prompt whose graphs follow `script`, one entry per graph. */
function goes(...script: ComfyScript[]): string {
  const prompt = `prompt ${++prompts}`;
  scripts.set(prompt, script);
  return prompt;
}
const graphsOf = (prompt: string, { emulator } = bench) =>
  emulator.jobs.filter(({ graph }) => graph['positive']?.inputs?.['text'] === prompt);
/** Resolves once this many graphs are running or queued. */
const queued = ({ emulator }: ComfyBench, count: number) =>
  expect.poll(() => emulator.queue()).toHaveLength(count);
/** A second graph that ends the test immediately. */
const refused: ComfyScript = { refuse: { node: 'save', message: 'enough', details: '' } };

test('a photo becomes a standard clip, and progress follows the server’s events', async () => {
  const progress: AnimationProgress[] = [];
  const prompt = goes({});
  const files = await bench.animate(prompt, { onProgress: (report) => progress.push(report) });
  expect(files).toMatchObject({ width: 112, height: smallSide, frames: 150 });
  expect(files).toMatchObject({
    maker: { name: 'comfyui', version: expect.stringMatching(/^[0-9a-f]{12}$/) as string, model: null },
    steps: ['animated', 'conformed'],
  });
  const [graph, ...others] = graphsOf(prompt);
  expect(others).toEqual([]);
  // Filled in from placeholders, as multiples of 16.
  expect(graph?.graph['video_latent']?.inputs).toMatchObject({ width: 112, height: 96, length: 97 });
  expect(await bench.submissions(prompt)).toMatchObject([{ number: 1, outcome: null }]);

  const shares = progress.flatMap(({ progress }) => progress ?? []);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.some((share) => share > 0.3 && share < 0.8)).toBe(true);
  expect(shares.at(-1)).toBe(1);
});

test('the photo is uploaded unchanged, under the task’s name', async () => {
  const prompt = goes({});
  await bench.animate(prompt);
  const photo = bench.emulator.photos.get(`memori-task-${prompt}.jpg`);
  expect(photo?.toString('latin1', 0, 3)).toBe('\xff\xd8\xff');
});

test('polling suffices without a websocket', async () => {
  const polled = await openComfyBench({ websocket: false, stepMilliseconds: 100 });
  const progress: AnimationProgress[] = [];
  await expect(polled.animate('a', { onProgress: (report) => progress.push(report) })).resolves.toMatchObject(
    {
      frames: 150,
    },
  );
  expect(progress.every(({ progress }) => progress === null)).toBe(true);
  expect(progress).toContainEqual({ stage: 'generating', progress: null, providerStatus: 'processing' });
  await polled.close();
});

test('one graph runs, and the next one is reported as queued', async () => {
  const busy = await openComfyBench({ stepMilliseconds: 400 });
  const progress: AnimationProgress[] = [];
  const first = busy.animate('first');
  await queued(busy, 1);
  await busy.animate('second', { onProgress: (report) => progress.push(report) });
  await first;
  expect(progress).toContainEqual({ stage: 'analyzing', progress: null, providerStatus: 'queueing' });
  await busy.close();
});

test('a workflow rejected by ComfyUI needs the operator, and the error names the node', async () => {
  const prompt = goes({
    refuse: {
      node: 'low_noise_model',
      message: 'Value not in list',
      details: "unet_name: 'wan.safetensors'",
    },
  });
  await expect(bench.animate(prompt)).rejects.toMatchObject({
    kind: 'provider-unavailable',
    message: expect.stringContaining(
      "node low_noise_model (UNETLoader): Value not in list: unet_name: 'wan.safetensors'",
    ) as string,
  });
  expect(await bench.outcomes(prompt)).toEqual(['rejected']);
});

test('a failing node is named in the error, and is retried once', async () => {
  const fail = { node: 'high_noise_sampler', message: 'CUDA out of memory.' };
  const prompt = goes({ fail }, { fail }, {});
  await expect(bench.animate(prompt)).rejects.toMatchObject({ kind: 'permanent' });
  expect(await bench.outcomes(prompt)).toEqual(['failed', 'failed']);
  expect(await bench.reasons(prompt)).toEqual([
    'node high_noise_sampler (KSamplerAdvanced): CUDA out of memory.',
    'node high_noise_sampler (KSamplerAdvanced): CUDA out of memory.',
  ]);
  expect(graphsOf(prompt)).toHaveLength(2);
});

test('a server that lost the graph in a restart: one retry', async () => {
  const prompt = goes({ forget: true }, refused);
  await expect(bench.animate(prompt)).rejects.toMatchObject({ kind: 'provider-unavailable' });
  expect(await bench.outcomes(prompt)).toEqual(['failed', 'rejected']);
});

test.each<[what: string, script: ComfyScript[]]>([
  ['lose', [{ prompt: ['lose'] }, refused]],
  ['500', [{ prompt: [500], ...refused }]],
])('a graph whose response is lost (%s) may run: one retry', async (_what, script) => {
  const prompt = goes(...script);
  await expect(bench.animate(prompt)).rejects.toMatchObject({ kind: 'provider-unavailable' });
  expect(await bench.outcomes(prompt)).toEqual(['lost', 'rejected']);
});

test('failed requests for the history are repeated', async () => {
  const fail = { node: 'vae', message: 'no such file' };
  const prompt = goes({ history: [500, 'reset', 502, 'reset'], fail }, refused);
  await expect(bench.animate(prompt)).rejects.toMatchObject({ kind: 'provider-unavailable' });
  expect((await bench.reasons(prompt))[0]).toBe('node vae (VAELoader): no such file');
});

test.each(['gifs', 'videos'] as const)('finds a video that is saved among the %s', async (output) => {
  const prompt = goes({ output, clip: 'short' }, refused);
  await expect(bench.animate(prompt)).rejects.toMatchObject({ kind: 'provider-unavailable' });
  expect((await bench.reasons(prompt))[0]).toContain('it lasts 2.00 s');
});

test('a workflow that saves only a picture needs the operator', async () => {
  await expect(bench.animate(goes({ output: 'picture' }))).rejects.toMatchObject({
    kind: 'provider-unavailable',
    message: expect.stringContaining('COMFYUI_WORKFLOW') as string,
  });
});

test.each(downloadFaults.filter((fault) => fault !== 'stalled'))(
  'a download that is %s is repeated',
  async (fault) => {
    const prompt = goes({ download: [fault], clip: 'short' }, refused);
    await expect(bench.animate(prompt)).rejects.toMatchObject({ kind: 'provider-unavailable' });
    expect(await bench.outcomes(prompt)).toEqual(['failed', 'rejected']);
    expect(graphsOf(prompt)[0]?.calls.download).toBe(fault === 'slow' ? 1 : 2);
  },
);

test('a stopped run leaves its graph to the next run', async () => {
  const prompt = goes({});
  const taskId = await bench.createTask(prompt);
  const stop = new AbortController();
  const stopped = bench.animate(prompt, {
    taskId,
    signal: stop.signal,
    onProgress: () => stop.abort(new Error('the process stops')),
  });
  await expect(stopped).rejects.toThrow('the process stops');
  await expect(bench.animate(prompt, { taskId })).resolves.toMatchObject({ frames: 150 });
  expect(graphsOf(prompt)).toHaveLength(1);
});

test('after the deadline its own graph is dropped, and no other', async () => {
  const slow = await openComfyBench({ stepMilliseconds: 200 });
  const taken = async (prompt: string): Promise<string> => {
    const remoteId = async () => (await slow.submissions(prompt))[0]?.remoteId;
    await expect.poll(remoteId).toEqual(expect.any(String));
    return graphsOf(prompt, slow)[0]?.id ?? '';
  };
  const expectDropped = async (prompt: string): Promise<void> => {
    const late = new AbortController();
    const animating = slow.animate(prompt, { signal: late.signal });
    const id = await taken(prompt);
    late.abort(new DeadlinePassed('too long'));
    await expect(animating).rejects.toBeInstanceOf(DeadlinePassed);
    await expect.poll(() => slow.emulator.queue()).not.toContain(id);
  };
  const others = slow.animate('others');
  await taken('others');
  await expectDropped('one that waits');
  await expect(others).resolves.toMatchObject({ frames: 150 });
  await expectDropped('one that runs');
  await slow.close();
});

test('in private mode no photo goes to a public address', async () => {
  // The emulator runs on this machine, which is a private address.
  const own = await openComfyBench({ script: () => refused }, { privateOnly: true });
  expect(own.provider.keepsPhotos).toBe(true);
  await expect(own.animate('a')).rejects.toMatchObject({
    message: expect.stringContaining('enough') as string,
  });
  expect(own.emulator.photos.size).toBe(1);
  await own.close();
  const away = await openComfyBench({}, { privateOnly: true, url: 'http://93.184.216.34:8188' });
  await expect(away.animate('a')).rejects.toMatchObject({
    kind: 'provider-unavailable',
    message: expect.stringContaining('93.184.216.34 is not allowed') as string,
  });
  await away.close();
});
