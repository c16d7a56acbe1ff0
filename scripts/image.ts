// npm run image [-- --check]: builds the container image with Docker or Podman, otherwise with buildah, and prints its
// size, digest and build time. --check, for use before each release, starts it as described in docs/containers.md and
// tests its main functions.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkImage } from './image/check.ts';
import { findTool } from './image/find-tool.ts';
import { ImageError } from './image/program.ts';

const root = resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const tool = await findTool();
  const bases = (await tool.bases()) ?? {};
  const tag = `${tool.name === 'docker' ? '' : 'localhost/'}memori:${version}`;
  const started = performance.now();
  await tool.build(root, tag, bases);
  const seconds = (performance.now() - started) / 1000;
  const { digest, bytes } = await tool.inspect(tag);
  console.log(`image: ${tag}\nbuilt by: ${tool.name}\ndigest: ${digest}`);
  console.log(`size: ${Math.round(bytes / 1e6)} MB\nbuild time: ${seconds.toFixed(0)} s`);
  if (values.check && !(await checkImage({ tool, tag, root, bases, bytes }))) process.exitCode = 1;
}

await run().catch((error: unknown) => {
  console.error(error instanceof ImageError || error instanceof TypeError ? error.message : error);
  process.exitCode = 1;
});
