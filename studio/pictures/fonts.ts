// Subsets the pages' fonts from their packages: only the required characters and styles. The results are committed, so
// that a build needs neither the packages nor the tool.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subset from 'subset-font';

const packages = 'node_modules/@fontsource';
const output = 'client/src/assets/fonts';

/** All characters from one code point to another, inclusive. */
function range(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
}

/** The characters for English and Italian; all others are in separate files, loaded only by pages that use them. */
const common = `${range(0x20, 0x7e)}\u00a0ÀÈÉÌÒÙàèéìòù©«»·–—‘’“”…€`;
const western = range(0xa1, 0xff);
const central = range(0x100, 0x17f);
const byHand = `${range(0x30, 0x39)}${range(0x41, 0x5a)}${range(0x61, 0x7a)} ,.’àèìòù`;

/** One weight, in the optical size for headlines, with soft corners and the leaning n, h and m. */
const display = { wght: 380, opsz: 144, SOFT: 100, WONK: 1 };
const text = { wght: { min: 400, max: 600 } };

const fonts = [
  { name: 'fraunces', file: '-variable/fraunces/files/fraunces-latin-full-normal', variationAxes: display },
  { name: 'figtree', file: '-variable/figtree/files/figtree-latin-wght-normal', variationAxes: text },
];

async function cut(source: string, name: string, characters: string, variationAxes = {}): Promise<void> {
  const font = await readFile(`${packages}${source}.woff2`);
  const file = join(output, `${name}.woff2`);
  await writeFile(file, await subset(font, characters, { targetFormat: 'woff2', variationAxes }));
}

await mkdir(output, { recursive: true });
for (const { name, file, variationAxes } of fonts) {
  await cut(file, name, common, variationAxes);
  await cut(file, `${name}-western`, western, variationAxes);
  await cut(file.replace('latin', 'latin-ext'), `${name}-central`, central, variationAxes);
  await copyFile(`${packages}-variable/${name}/LICENSE`, join(output, `${name}.LICENSE.txt`));
}
await cut('/la-belle-aurore/files/la-belle-aurore-latin-400-normal', 'la-belle-aurore', byHand);
await copyFile(`${packages}/la-belle-aurore/LICENSE`, join(output, 'la-belle-aurore.LICENSE.txt'));
