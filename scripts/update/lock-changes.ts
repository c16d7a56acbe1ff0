/** The `packages` of a lock file, by path. */
type Locked = Record<string, { version?: string }>;

/** The changes of one package: removed and added versions. Either may be empty. */
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
 * The differences between two lock files, by name. A package may be present in several versions; their locations are
 * ignored, since npm moves them around.
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
