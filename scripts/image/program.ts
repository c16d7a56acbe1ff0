import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** An error that an operator can act on: one clear line, and the end of the program's output. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

/** How much of a failed program's output is shown. */
const maxTail = 2_000;

/** Runs a program to completion and returns its stdout. Throws ImageError with the end of its output if it fails. */
export async function capture(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let answer = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const status = await ended(child);
  if (status === 0) return answer.trim();
  const tailOutput = (errors || answer).trim().slice(-maxTail);
  throw new ImageError(`${program} ${args.slice(0, 2).join(' ')} ended with ${status}: ${tailOutput}`);
}

/** The same, with its output shown in the terminal. */
export async function runVisibly(program: string, args: readonly string[]): Promise<void> {
  const status = await ended(spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] }));
  if (status !== 0) throw new ImageError(`${program} ${args[0]} ended with ${status}.`);
}

/** Whether the program exists and succeeds with these arguments. */
export async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return capture(program, args).then(
    () => true,
    () => false,
  );
}

async function ended(child: ChildProcess): Promise<number | string> {
  const [code, signal] = await (once(child, 'close') as Promise<[number | null, string | null]>).catch(
    (error: unknown) => [null, (error as Error).message] as const,
  );
  return code ?? signal ?? 'no status';
}
