/** The `packages` of a lock file, by their paths. */
type Locked = Record<string, { version?: string }>;

/** What changes of a package: the versions that go and those that come. Either may be none. */
export interface Change {
  name: string;
  from: string[];
  to: string[];
}

const folder = 'node_modules/';

function versionsByName(packages: Locked): Map<string, Set<string>> {
  const versions = new Map<string, Set<string>>();
  for (const [path, { version }] of Object.entries(packages)) {
    if (path === '' || version === undefined) continue;
    const name = path.slice(path.lastIndexOf(folder) + folder.length);
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  return versions;
}

/**
 * What differs between two lock files, by name. One package may be there in several versions; where each of them lies says
 * nothing, as npm moves them about.
 */
export function lockChanges(before: string, after: string): Change[] {
  const [old, young] = [before, after].map((text) =>
    versionsByName((JSON.parse(text) as { packages: Locked }).packages),
  ) as [Map<string, Set<string>>, Map<string, Set<string>>];
  const names = [...new Set([...old.keys(), ...young.keys()])].sort((a, b) => a.localeCompare(b, 'en'));
  return names
    .map((name) => {
      const [had, has] = [old, young].map((versions) => versions.get(name) ?? new Set<string>()) as [
        Set<string>,
        Set<string>,
      ];
      return {
        name,
        from: [...had].filter((each) => !has.has(each)),
        to: [...has].filter((each) => !had.has(each)),
      };
    })
    .filter(({ from, to }) => from.length + to.length > 0);
}
