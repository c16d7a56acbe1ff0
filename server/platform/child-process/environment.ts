/**
 * The environment of child processes: the search path, and English messages. Nothing else is passed on: a child has no
 * use for keys and passwords, and must not be able to leak them.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  // Not a setting of ours: where a child finds its programs and, on Windows, the system's libraries.
  // oxlint-disable-next-line no-process-env
  const { PATH, SystemRoot } = process.env;
  return { PATH, SystemRoot, LC_ALL: 'C' };
}
