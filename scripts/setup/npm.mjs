import { existsSync } from 'node:fs';

/**
 * How to start the machine's npm with `args`. Inside one of npm's own scripts, uses that npm and its Node: on Windows
 * `npm` is not an executable.
 * @param {string[]} args
 * @returns {{ command: string, args: string[] }}
 */
export function npmCommand(args) {
  const npm = process.env.npm_execpath ?? '';
  if (!npm.endsWith('npm-cli.js') || !existsSync(npm)) return { command: 'npm', args };
  return { command: process.env.npm_node_execpath ?? process.execPath, args: [npm, ...args] };
}
