import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** What an operator can act on: its message is one clear line, and what the program wrote at its end. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

/** Of what a program that failed has written, what explains it. */
const tail = 2_000;

/** Runs a program to its end. Answers what it wrote to stdout. Throws ImageError with the end of its output if it fails. */
export async function ask(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let answer = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const status = await ended(child);
  if (status === 0) return answer.trim();
  const said = (errors || answer).trim().slice(-tail);
  throw new ImageError(`${program} ${args.slice(0, 2).join(' ')} ended with ${status}: ${said}`);
}

/** The same, with what it writes shown to the person at the terminal. */
export async function show(program: string, args: readonly string[]): Promise<void> {
  const status = await ended(spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] }));
  if (status !== 0) throw new ImageError(`${program} ${args[0]} ended with ${status}.`);
}

/** Whether the program is there and does its work with these arguments. */
export async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return ask(program, args).then(
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
