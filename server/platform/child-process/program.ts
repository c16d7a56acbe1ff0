import { spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { childEnvironment, killTree, keepTail } from './processes.ts';
import { lowerPriority } from './priority.ts';

/** Where and as whom a program runs. */
export interface ProgramPlace {
  readonly cwd?: string;
  /** The user and group to switch to. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

export interface ProgramOptions extends ProgramPlace {
  /** Runs at a lower priority than the web server (decision 072). */
  readonly background?: boolean;
  /** Leads a session of its own: a key in the terminal doesn't reach it. */
  readonly ownGroup?: boolean;
  /** Aborting kills the program. */
  readonly signal?: AbortSignal | undefined;
  /** The program is killed after this time. */
  readonly deadlineMilliseconds?: number;
}

/** How a program ended. `code` is null if it was killed, or if it could not be started (`startError`). */
export interface ProgramEnd {
  readonly code: number | null;
  readonly killedBy: NodeJS.Signals | null;
  readonly startError: Error | null;
  /** Why we killed it, if we did. */
  readonly stopped: 'aborted' | 'deadline' | null;
}

export interface RunningProgram {
  /** Undefined if it could not be started. */
  readonly pid: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The last 4,000 characters of its standard error. */
  log(): string;
  /** Resolves once it has ended and its output has been read, whatever the outcome. Never rejects. */
  readonly ended: Promise<ProgramEnd>;
}

/** What every child has in common: no shell, no window, and none of our settings or secrets in its environment. */
function spawnOptions({ cwd, user }: ProgramPlace): SpawnOptions {
  return { ...user, ...(cwd === undefined ? {} : { cwd }), env: childEnvironment(), windowsHide: true };
}

/** Starts a program with its three streams piped. Never throws. */
export function startProgram(
  command: string,
  args: readonly string[],
  { background = false, ownGroup = false, signal, deadlineMilliseconds, ...place }: ProgramOptions = {},
): RunningProgram {
  const child = spawn(command, args, { ...spawnOptions(place), detached: ownGroup, stdio: 'pipe' });
  const { pid, stdin, stdout, stderr } = child as typeof child & {
    stdin: Writable;
    stdout: Readable;
    stderr: Readable;
  };
  if (background && pid !== undefined) lowerPriority(pid);
  // It may end before it has read everything; `ended` has the outcome.
  stdin.on('error', () => undefined);
  let stopped: ProgramEnd['stopped'] = null;
  const stop = (reason: 'aborted' | 'deadline') => {
    stopped ??= reason;
    killTree(child);
  };
  const onAbort = () => stop('aborted');
  signal?.addEventListener('abort', onAbort, { once: true });
  const deadline = deadlineMilliseconds && setTimeout(() => stop('deadline'), deadlineMilliseconds);
  const ended = new Promise<ProgramEnd>((resolve) => {
    const end = (code: number | null, killedBy: NodeJS.Signals | null, startError: Error | null) => {
      clearTimeout(deadline || undefined);
      signal?.removeEventListener('abort', onAbort);
      resolve({ code, killedBy, startError, stopped });
    };
    child.on('error', (error) => end(null, null, error));
    child.on('close', (code, killedBy) => end(code, killedBy, null));
  });
  if (signal?.aborted) onAbort();
  return { pid, stdin, stdout, log: keepTail(stderr), ended };
}

/** Runs a program to its end, without input. Returns all that it wrote to its standard output, at most 4 MB. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramEnd & { readonly stdout: string; readonly log: string }> {
  const program = startProgram(command, args, options);
  program.stdin.end();
  let stdout = '';
  program.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (stdout.length < maxCharacters) stdout += chunk;
  });
  const end = await program.ended;
  return { ...end, stdout, log: program.log() };
}

const maxCharacters = 4_000_000;

/** `runProgram` for a start that can't wait: blocks this thread. */
export function runProgramSync(
  command: string,
  args: readonly string[],
  place: ProgramPlace = {},
): { readonly code: number | null; readonly stdout: string; readonly log: string } {
  const result = spawnSync(command, args, { ...spawnOptions(place), encoding: 'utf8' });
  // A command that can't be started has no output, whatever the types say.
  const { status, stdout, stderr } = result as { status: number | null; stdout?: string; stderr?: string };
  return { code: status, stdout: stdout ?? '', log: stderr ?? '' };
}

/** A program that is meant to outlive this process. */
export interface DetachedProgram {
  readonly pid: number | undefined;
  /** How it ended, or why it did not start; undefined while it runs. */
  ended(): string | undefined;
}

/**
 * Starts a program in a session of its own that neither Ctrl-C nor the end of this process reaches. `output` is a file
 * descriptor for what it writes. With `watch`, its standard input stays open for as long as this process lives, however
 * it ends.
 */
export function startDetached(
  command: string,
  args: readonly string[],
  {
    output = 'ignore',
    watch = false,
    ...place
  }: ProgramPlace & { output?: number | 'ignore'; watch?: boolean },
): DetachedProgram {
  const child = spawn(command, args, {
    ...spawnOptions(place),
    detached: true,
    stdio: [watch ? 'pipe' : 'ignore', output, output],
  });
  let ended: string | undefined;
  child.on('error', (error) => {
    ended = error.message;
  });
  child.on('exit', (code, killedBy) => {
    ended ??= `ended with ${killedBy ?? `exit status ${code}`}`;
  });
  child.unref();
  return { pid: child.pid, ended: () => ended };
}
