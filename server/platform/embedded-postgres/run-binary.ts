import { runProgram } from '../child-process/program.ts';
import { fatalLine } from './errors.ts';
import type { Identity } from './identity.ts';

/**
 * Runs one of PostgreSQL's programs to completion, in its own session: Ctrl-C must not interrupt it half-way. Never
 * throws: `code` is null for a signal or a failed start, `line` is the most informative line of its output.
 */
export async function run(
  { prefix, user }: Identity,
  program: string,
  args: readonly string[],
): Promise<{ code: number | null; line: string }> {
  const [command = program, ...rest] = [...prefix, program, ...args];
  const { code, startError, stdout, log } = await runProgram(command, rest, {
    user,
    cwd: '/',
    ownGroup: true,
  });
  return { code, line: startError?.message ?? fatalLine(`${stdout}\n${log}`) };
}
