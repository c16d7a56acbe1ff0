// npm run migrate -- check       checks that the migrations produce schema.prisma
// npm run migrate -- new NAME    writes the missing migration; add CHECKs and triggers manually, and read decision 153
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrationsOf, newestRelease } from './lib/releases.ts';
import { missingSql } from './lib/schema-engine.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'prisma/migrations');
const schema = path.join(root, 'prisma/schema.prisma');
/** Stores the hash of the last inputs that passed. */
const stamp = path.join(root, 'node_modules/.cache/memori/migrations');

/** Hashes all inputs of the result: schema, migrations and the packages that compare them. */
function hashOfInputs(): string {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', ...globSync('prisma/**/*.*', { cwd: root }).toSorted()])
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function newFolderName(name: string): string {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  return `${time}_${name.replace(/[^a-z0-9]+/gi, '_').toLowerCase()}`;
}

/**
 * The newest migration that servers of the previous release know: they keep running during an upgrade (decision 153).
 */
function newestOfBefore(): string {
  const release = newestRelease();
  const names =
    release === null
      ? globSync('*/migration.sql', { cwd: folder })
          .map((file) => path.dirname(file))
          .toSorted()
      : migrationsOf(release);
  return names.at(-1) ?? '';
}

async function check(): Promise<void> {
  const hash = hashOfInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  const sql = await missingSql(folder, schema);
  if (sql === '') {
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, hash);
    return;
  }
  console.error(`The migrations do not match prisma/schema.prisma. Missing:\n${sql}`);
  console.error('Create it with: npm run migrate -- new NAME');
  process.exitCode = 1;
}

async function write(name: string): Promise<void> {
  const sql = await missingSql(folder, schema);
  if (sql === '') {
    console.log('Nothing to do: the migrations match prisma/schema.prisma.');
    return;
  }
  const before = newestOfBefore();
  const target = path.join(folder, newFolderName(name));
  mkdirSync(target);
  writeFileSync(path.join(target, 'migration.sql'), `-- Works with: ${before}\n${sql}`);
  console.log(`Wrote ${path.relative(root, target)}/migration.sql: read it before you commit it.`);
}

const [command, name] = process.argv.slice(2);
if (command === 'check') await check();
else if (command === 'new' && name) await write(name);
else {
  console.error('Usage: npm run migrate -- check | new NAME');
  process.exitCode = 2;
}
// The engine's memory keeps the process alive.
process.exit();
