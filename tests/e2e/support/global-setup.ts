import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startRunPostgres } from '#tests/support/run-postgres.ts';
import { passOn } from './run.ts';

/** Runs before the first worker; the returned function is called after the last one. */
export default async function setup(): Promise<() => Promise<void>> {
  const { stop, ...postgres } = await startRunPostgres();
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-e2e-'));
  passOn({ postgres, folder });
  return async () => {
    await stop();
    await rm(folder, { recursive: true });
  };
}
