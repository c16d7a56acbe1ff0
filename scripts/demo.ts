// Fills a running Memori with sample data: a customer with videos of the hand-made characters and an album.
// Usage: npm run demo [-- http://localhost:3000]
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fillDemo } from './demo/fill.ts';

const masters = join(import.meta.dirname, '../studio/pictures/masters');

const url = new URL(process.argv[2] ?? 'http://localhost:3000').origin;
const photos = (await readdir(masters)).filter((name) => /^[a-z]+\.jpg$/.test(name));

try {
  const { email, password } = await fillDemo({
    url,
    photos: photos.map((name) => join(masters, name)),
    album: { name: 'The old studio', music: 'the-way-home' },
    onStep: (what) => console.log(`${what} …`),
  });
  console.log(`\nSign in at ${url}/en/create\n  e-mail    ${email}\n  password  ${password}`);
} catch (error) {
  const { message, cause } = error as Error;
  console.error(cause ? `There is no Memori at ${url}: start one with npm start.` : message);
  process.exitCode = 1;
}
