import { execFile, type ExecFileException } from 'node:child_process';
import { npmCommand } from '../setup/npm.mjs';

export interface NpmResult {
  status: number;
  /** Its standard output and standard error. */
  out: string;
  log: string;
}

/**
 * Runs the machine's npm in a folder and captures its output. Never throws: if npm can't be started, the status is 127.
 */
export function runNpm(options: string[], cwd: string): Promise<NpmResult> {
  const { command, args } = npmCommand(options);
  return new Promise((resolve) => {
    execFile(command, args, { cwd, maxBuffer: 2 ** 27 }, (error: ExecFileException | null, out, log) => {
      const status = typeof error?.code === 'number' ? error.code : error ? 127 : 0;
      resolve({ status, out, log: status === 127 ? `${log}${error?.message}` : log });
    });
  });
}
