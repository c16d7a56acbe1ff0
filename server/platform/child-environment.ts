/**
 * The environment of a program that Memori starts: where programs are found, and messages in English. Nothing else of ours
 * goes along: a child has no use for keys and passwords, and must not be able to leak them.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  // No settings of ours: where a child finds its programs and, on Windows, the system's libraries.
  // oxlint-disable-next-line no-process-env
  const { PATH, SystemRoot } = process.env;
  return { PATH, SystemRoot, LC_ALL: 'C' };
}
