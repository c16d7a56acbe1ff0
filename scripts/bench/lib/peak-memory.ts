import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { processTree, programOf } from './process-tree.ts';

export interface ProcessMemory {
  /** The file name of its script or program. */
  readonly program: string;
  readonly megabytes: number;
}

export interface PeakMemory {
  /** Peak resident megabytes of the process itself. */
  readonly own: number;
  /** The peaks of its descendants, the largest first. */
  readonly children: readonly ProcessMemory[];
}

/**
 * Runs a command and measures the peak resident memory of it and of its descendants (VmHWM in /proc; Linux only, NaN
 * elsewhere). Throws if the command fails.
 */
export async function watchPeakMemory(command: string, args: readonly string[]): Promise<PeakMemory> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const peaks = new Map<number, ProcessMemory>();
  const timer = setInterval(() => {
    for (const pid of processTree(child.pid!)) {
      const megabytes = megabytesOf(pid, 'VmHWM');
      if (megabytes !== undefined) peaks.set(pid, { program: programOf(pid), megabytes });
    }
  }, 20);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ended with exit status ${code}`);
  const own = peaks.get(child.pid!)?.megabytes ?? Number.NaN;
  peaks.delete(child.pid!);
  return { own, children: [...peaks.values()].sort((a, b) => b.megabytes - a.megabytes) };
}

/** Current resident megabytes of a process's descendants that run `program`, together (Linux only, NaN elsewhere). */
export function residentOf(pid: number, program: string): number {
  const tree = processTree(pid).filter((each) => programOf(each) === program);
  return tree.length === 0
    ? Number.NaN
    : tree.reduce((sum, each) => sum + (megabytesOf(each, 'VmRSS') ?? 0), 0);
}

function megabytesOf(pid: number, field: 'VmHWM' | 'VmRSS'): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const match = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status);
    return match ? Number(match[1]) / 1024 : undefined;
  } catch {
    return undefined;
  }
}
