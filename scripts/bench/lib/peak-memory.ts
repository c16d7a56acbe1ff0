import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface PeakMemory {
  /** Peak resident megabytes of the process itself. */
  readonly own: number;
  /** Peak resident megabytes of each child process, the largest first. */
  readonly children: readonly number[];
}

/**
 * Runs a command and measures the peak resident memory of it and of its direct children (VmHWM in /proc; Linux only,
 * NaN elsewhere). Throws if the command fails.
 */
export async function watchPeakMemory(command: string, args: readonly string[]): Promise<PeakMemory> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const peaks = new Map<number, number>();
  const timer = setInterval(() => {
    for (const pid of [child.pid!, ...childrenOf(child.pid!)]) {
      const peak = megabytesOf(pid, 'VmHWM');
      if (peak !== undefined) peaks.set(pid, peak);
    }
  }, 20);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ended with exit status ${code}`);
  const own = peaks.get(child.pid!) ?? Number.NaN;
  peaks.delete(child.pid!);
  return { own, children: [...peaks.values()].sort((a, b) => b - a) };
}

function childrenOf(pid: number): number[] {
  try {
    // A child belongs to the thread that started it, and renderings start theirs in a worker thread.
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** Current resident megabytes of a process and of the largest of its children (Linux only, NaN elsewhere). */
export function residentOf(pid: number): { own: number; children: number } {
  const sizes = childrenOf(pid).flatMap((child) => megabytesOf(child, 'VmRSS') ?? []);
  return { own: megabytesOf(pid, 'VmRSS') ?? Number.NaN, children: Math.max(...sizes) };
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
