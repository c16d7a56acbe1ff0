import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface RunningMemori {
  pid: number;
  url: string;
  dataDir: string;
  stop(): Promise<void>;
}

const main = path.resolve(import.meta.dirname, '../../server/main.ts');

/**
 * Starts Memori as an operator would, with its own database, on a free port and with an empty data folder. `script` is
 * the file that runs it.
 */
export async function startMemori(
  settings: Record<string, string> = {},
  script = main,
): Promise<RunningMemori> {
  const home = await mkdtemp(path.join(tmpdir(), 'memori e2e '));
  const dataDir = path.join(home, 'data');
  const child = spawn(process.execPath, [script], {
    cwd: home,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ROLE: 'all',
      TRUST_PROXY: '1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    pid: child.pid!,
    url: await readyUrl(child.stdout),
    dataDir,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface(output);
  for await (const line of lines) {
    const url = /^Memori is ready: (\S+)$/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error('Memori ended before it was ready.');
}
