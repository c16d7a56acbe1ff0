import { spawn } from 'node:child_process';
import { constants } from 'node:os';

export interface RunResult {
  status: number;
  output: string;
}

/**
 * Runs a Node program of this repository to completion, in the folder `cwd` if given. A signal to this process is
 * forwarded to it, and then ends this process once it has exited. Never throws: a program that is killed or can't be
 * started has a status other than 0.
 */
export function runNode(args: readonly string[], cwd?: string): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    let stoppedBy: NodeJS.Signals | undefined;
    const pass = (signal: NodeJS.Signals) => {
      stoppedBy = signal;
      child.kill(signal);
    };
    process.on('SIGINT', pass).on('SIGTERM', pass);
    const end = (status: number) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
      resolve({ status, output });
    };
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}
