import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

const thisTree = path.resolve(import.meta.dirname, '../..');

export interface MemoriProcess {
  child: ChildProcess;
  /** Its address, once it reports that it is ready. Rejects with its error output if it exits before. */
  ready: Promise<string>;
  /** The lines that it has written to standard output until it was ready. */
  announced: readonly string[];
  /** Its exit status once it has exited, null if it was killed by a signal. */
  ended: Promise<number | null>;
  /** Its complete standard error, once it has exited. */
  complaint: Promise<string>;
}

/**
 * Starts Memori, this one or that of another tree, as an operator would: as a separate process, with only these
 * settings. What a run's processes compiled, they share.
 */
export function spawnMemori(cwd: string, settings: Record<string, string>, tree = thisTree): MemoriProcess {
  const child = spawn(process.execPath, [path.join(tree, 'server/main.ts')], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaint = text(child.stderr);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const announced: string[] = [];
  const ready = readyUrl(child.stdout, announced).then(
    async (url) => url ?? Promise.reject(new Error(await complaint)),
  );
  // A test may only be interested in the end.
  ready.catch(() => {});
  return { child, ready, announced, ended, complaint };
}

async function readyUrl(output: NodeJS.ReadableStream, lines: string[]): Promise<string | null> {
  for await (const line of createInterface(output)) {
    lines.push(line);
    const url = /^Memori is ready: (\S+)$/.exec(line)?.[1];
    if (url) {
      output.resume();
      return url;
    }
  }
  return null;
}
