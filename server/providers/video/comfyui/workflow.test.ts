import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillWorkflow, loadWorkflow } from './workflow.ts';

const example = path.resolve(import.meta.dirname, '../../../../docs/comfyui/wan2.2-image-to-video.json');
const values = {
  image: 'memori.jpg',
  prompt: 'slowly "now"\n{{image}}',
  task: 'abc',
  seed: 42,
  aspect: 3 / 4,
};
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori-workflow-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(content: string): Promise<unknown> {
  const file = path.join(folder, 'workflow.json');
  await writeFile(file, content);
  return loadWorkflow(file);
}
const withImage = (inputs: object) =>
  JSON.stringify({ 1: { class_type: 'LoadImage', inputs: { image: '{{image}}', ...inputs } } });

test('fills the documented example: texts verbatim, numbers as numbers', async () => {
  const filled = fillWorkflow(await loadWorkflow(example), values);
  expect(filled['photo']?.inputs).toEqual({ image: 'memori.jpg' });
  expect(filled['positive']?.inputs['text']).toBe('slowly "now"\n{{image}}');
  expect(filled['high_noise_sampler']?.inputs['noise_seed']).toBe(42);
  expect(filled['save']?.inputs['filename_prefix']).toBe('memori/abc');
  // For a 3:4 photo with a shorter side of 480; six seconds at 16 frames a second, plus the first frame.
  expect(filled['video_latent']?.inputs).toMatchObject({ width: 480, height: 640, length: 97 });
});

test('the height is the shorter side of a wide photo', async () => {
  const filled = fillWorkflow(await loadWorkflow(example), { ...values, aspect: 16 / 9 });
  expect(filled['video_latent']?.inputs).toMatchObject({ width: 848, height: 480 });
});

test('a side without a number has the standard length', async () => {
  const workflow = (await load(withImage({ width: '{{width}}', name: 'a {{task}} b' }))) as Parameters<
    typeof fillWorkflow
  >[0];
  expect(fillWorkflow(workflow, { ...values, aspect: 1 })['1']?.inputs).toMatchObject({
    width: 768,
    name: 'a abc b',
  });
});

test.each([
  ['{', /it is no JSON/],
  ['[]', /no workflow in API format/],
  ['{"1": {"inputs": {}}}', /no workflow in API format/],
  ['{"nodes": [], "links": []}', /export it in API format/],
  ['{"1": {"class_type": "LoadImage", "inputs": {}}}', /no \{\{image\}\}/],
  [withImage({ size: '{{sizes}}' }), /no placeholder \{\{sizes\}\}/],
])('a file with %s prevents startup', async (content, message) => {
  await expect(load(content)).rejects.toThrow(message);
  await expect(load(content)).rejects.toMatchObject({ name: 'StartError' });
});

test('a missing file prevents startup', async () => {
  await expect(loadWorkflow(path.join(folder, 'none.json'))).rejects.toThrow(
    /COMFYUI_WORKFLOW names .*can’t be read/,
  );
});
