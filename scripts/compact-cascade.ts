import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

const usage = 'Usage: node scripts/compact-cascade.ts FILE.bin CASCADE.xml...';

/** The numbers of an element that holds nothing else. */
const numbersIn = (text: string): number[] => text.trim().split(/\s+/).map(Number);

/** The contents of all elements of a name that holds no element of that name. */
const all = (xml: string, name: string): string[] =>
  Array.from(xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g')), ([, content = '']) => content);

/**
 * The cascade of an OpenCV file (`traincascade`, Haar features, trees of one node) as shared/vision/cascade.ts reads it:
 * little-endian; the number of stages, then for each its number of nodes, its threshold, and its nodes. Throws if the
 * file is of another kind.
 */
function compact(xml: string): Buffer {
  if (!/<width>24<\/width>/.test(xml) || !/<height>24<\/height>/.test(xml))
    throw new Error('Not of 24 pixels');
  const [before = '', after = ''] = xml.split('<features>');
  const isTilted = all(after, 'tilted').map((content) => content === '1');
  const rects = all(after, 'rects').map((content) => all(content, '_').map(numbersIn));
  const out: Buffer[] = [];
  const write = (length: number, fill: (to: Buffer) => void): void => {
    const bytes = Buffer.alloc(length);
    fill(bytes);
    out.push(bytes);
  };
  const stages = before.split('<stageThreshold>').slice(1);
  write(2, (to) => to.writeUInt16LE(stages.length));
  for (const stage of stages) {
    const nodes = all(stage, 'internalNodes').map(numbersIn);
    const leaves = all(stage, 'leafValues').map(numbersIn);
    write(6, (to) => {
      to.writeUInt16LE(nodes.length);
      to.writeFloatLE(Number.parseFloat(stage), 2);
    });
    nodes.forEach(([left, right, feature = -1, threshold = 0, ...more], i) => {
      const [below = 0, above = 0, ...others] = leaves[i]!;
      if (left !== 0 || right !== -1 || more.length > 0 || others.length > 0)
        throw new Error('Not of single nodes');
      const shape = rects[feature]!;
      write(13 + 5 * shape.length, (to) => {
        to.writeFloatLE(threshold);
        to.writeFloatLE(below, 4);
        to.writeFloatLE(above, 8);
        to.writeUInt8(shape.length + (isTilted[feature] ? 128 : 0), 12);
        shape.forEach(([x = 0, y = 0, width = 0, height = 0, weight = 0], k) => {
          if (!Number.isInteger(weight)) throw new Error('Not of whole weights');
          [x, y, width, height].forEach((value, n) => to.writeUInt8(value, 13 + 5 * k + n));
          to.writeInt8(weight, 17 + 5 * k);
        });
      });
    });
  }
  return Buffer.concat(out);
}

/** Writes one or several cascades of OpenCV, one after the other, in a twelfth of their size. */
async function main([target, ...sources]: readonly string[]): Promise<number> {
  if (!target || sources.length === 0) {
    console.error(usage);
    return 2;
  }
  const here = process.env.INIT_CWD ?? process.cwd();
  const texts = await Promise.all(sources.map((source) => readFile(resolve(here, source), 'utf8')));
  await writeFile(resolve(here, target), Buffer.concat(texts.map(compact)));
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
