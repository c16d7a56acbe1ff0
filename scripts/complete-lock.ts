// npm leaves a platform's package out of the lock file if the current registry lacks it, and then rejects the file
// (`npm ci`: "Missing … from lock file"). This adds the missing entries, without a checksum, so that the file is
// complete on every platform. Run it after each `npm install`; `npm run check` reports if it was forgotten.
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
const processors = ['arm64', 'x64', 'arm', 'ppc64', 'riscv64', 's390x', 'ia32', 'wasm32'];

/** The platform in a package's name, as the fields of its entry; null if there is none. */
function platformOf(name: string): Pick<Entry, 'cpu' | 'os' | 'libc'> | null {
  const os = systems.find((system) => name.includes(system));
  const cpu = processors.find((processor) => new RegExp(`[-/]${processor}(?![a-z0-9])`).test(name));
  // For npm, WebAssembly is a CPU, on any system.
  if (!cpu || (!os && cpu !== 'wasm32')) return null;
  const libc = name.endsWith('musl') ? ['musl'] : name.endsWith('-gnu') ? ['glibc'] : undefined;
  return { cpu: [cpu], ...(libc && { libc }), ...(os && { os: [os] }) };
}

/** Where Node looks for a dependency of the package at `path`, from the nearest place to the farthest. */
function placesOf(name: string, path: string): string[] {
  const above = path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0));
  return path === '' ? [`node_modules/${name}`] : [`${path}/node_modules/${name}`, ...placesOf(name, above)];
}

/**
 * The entries for optional dependencies that are missing in a lock file. A dependency that is present only in another
 * version is missing too, and gets a place below the package that depends on it. Throws if the name of a missing one
 * contains no platform.
 */
export function missingEntries(packages: Packages): Packages {
  const missing: Packages = {};
  const at = (place: string) => packages[place] ?? missing[place];
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = placesOf(name, path);
      const found = places.map(at).find((each) => each !== undefined);
      const exact = /^\d/.test(version);
      if (found && (!exact || found.version === version)) continue;
      const platform = platformOf(name);
      if (!platform && found) continue;
      if (!platform)
        throw new Error(`The lock file lacks ${name}@${version}, and its name tells no platform.`);
      const place = found ? places[0] : places.at(-1);
      const { cpu, libc, os } = platform;
      missing[place as string] = {
        version,
        cpu,
        ...(entry.dev && { dev: true }),
        ...(libc && { libc }),
        optional: true,
        ...(os && { os }),
      };
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
