// npm leaves a platform's package out of the lock file when the registry at hand lacks it, and then refuses
// the file (`npm ci`: "Missing … from lock file"). This adds what is missing, without a checksum, so that the
// file is whole on every platform. Run it after each `npm install`; `npm run check` tells when it was forgotten.
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  version?: string;
  cpu?: string[];
  dev?: boolean;
  libc?: string[];
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
  os?: string[];
}
type Packages = Record<string, Entry>;

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'x64', 'arm', 'ppc64', 'riscv64', 's390x', 'ia32'];

function entryFor(name: string, version: string, dev: boolean): Entry {
  const os = systems.find((system) => name.includes(system));
  const cpu = processors.find((processor) => new RegExp(`[-/]${processor}(?![a-z0-9])`).test(name));
  if (!os || !cpu) throw new Error(`The lock file lacks ${name}@${version}, and its name tells no platform.`);
  const libc = name.endsWith('musl') ? ['musl'] : name.endsWith('-gnu') ? ['glibc'] : undefined;
  return { version, cpu: [cpu], ...(dev && { dev }), ...(libc && { libc }), optional: true, os: [os] };
}

/**
 * The optional packages that others in a lock file name and the file itself lacks, as the entries to add.
 * Throws if a missing one is not for one platform.
 */
export function missingEntries(packages: Packages): Packages {
  const missing: Packages = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = [`node_modules/${name}`, `${path}/node_modules/${name}`];
      if (places.some((place) => packages[place])) continue;
      missing[`node_modules/${name}`] = entryFor(name, version, entry.dev === true);
    }
  }
  return missing;
}

if (import.meta.main) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Packages };
  const missing = missingEntries(lock.packages);
  const names = Object.keys(missing);
  if (process.argv.includes('--check')) {
    for (const name of names) console.error(`package-lock.json lacks ${name}: run npm run lock`);
    process.exitCode = names.length > 0 ? 1 : 0;
  } else {
    const all = Object.entries({ ...lock.packages, ...missing });
    lock.packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')));
    writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
    console.log(`${names.length} entries added to package-lock.json`);
  }
}
