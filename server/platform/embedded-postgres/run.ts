import { spawn } from 'node:child_process';
import { fatalLine } from './errors.ts';
import { type Identity, spawnOptionsFor } from './identity.ts';

/**
 * Runs a program to completion. Never throws: `code` is null for a signal or a failed start, `line` is the most
 * informative line of its output.
 */
export function run(
  identity: Identity,
  program: string,
  args: readonly string[],
): Promise<{ code: number | null; line: string }> {
  const [command = program, ...rest] = [...identity.prefix, program, ...args];
  return new Promise((resolve) => {
    // In its own session, so that Ctrl-C in the terminal doesn't interrupt it half-way.
    const child = spawn(command, rest, {
      ...spawnOptionsFor(identity),
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ code: null, line: error.message }));
    child.on('close', (code) => resolve({ code, line: fatalLine(output) }));
  });
}
