import { execFile, type ExecFileException } from 'node:child_process';
import { npmCommand } from '../setup/npm.mjs';

export interface NpmAnswer {
  status: number;
  /** What it wrote to standard output, and to standard error. */
  out: string;
  log: string;
}

/** Runs the machine's npm in a folder, its output kept back. Never throws: an npm that can't be started has status 127. */
export function runNpm(options: string[], cwd: string): Promise<NpmAnswer> {
  const { command, args } = npmCommand(options);
  return new Promise((resolve) => {
    execFile(command, args, { cwd, maxBuffer: 2 ** 27 }, (error: ExecFileException | null, out, log) => {
      const status = typeof error?.code === 'number' ? error.code : error ? 127 : 0;
      resolve({ status, out, log: status === 127 ? `${log}${error?.message}` : log });
    });
  });
}
