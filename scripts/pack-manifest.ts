// npm packs the package.json that it finds. Installing `memori/client` requires none of the server's packages, so they
// are removed from it while npm packs.
// Usage: node scripts/pack-manifest.ts prepack|postpack
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const manifest = 'package.json';
const whole = 'package.json.whole';

const told = [
  'name',
  'version',
  'private',
  'description',
  'license',
  'type',
  'engines',
  'exports',
  'typesVersions',
  'files',
];

/** The published package.json: description and exports, without anything for development. */
function publicManifest(json: string): string {
  const fields = JSON.parse(json) as Record<string, unknown>;
  const kept = told.filter((name) => name in fields).map((name) => [name, fields[name]]);
  return `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`;
}

function prepack(): void {
  // A previous run was killed half-way.
  if (existsSync(whole) && !readFileSync(manifest, 'utf8').includes('"scripts"')) renameSync(whole, manifest);
  const shorter = publicManifest(readFileSync(manifest, 'utf8'));
  copyFileSync(manifest, `${whole}.part`);
  renameSync(`${whole}.part`, whole);
  writeFileSync(`${manifest}.part`, shorter);
  renameSync(`${manifest}.part`, manifest);
}

if (import.meta.main) {
  const [phase] = process.argv.slice(2);
  if (phase === 'prepack') prepack();
  else if (phase === 'postpack') renameSync(whole, manifest);
  else throw new Error('Usage: node scripts/pack-manifest.ts prepack|postpack');
}
