import { type RunningMemori, startMemori } from '../../../scripts/lib/running-memori.ts';
import { createDatabase, dropDatabase } from '../../support/run-postgres.ts';
import { currentRun } from './run.ts';
import { openSeeds, type Seeds } from './seeded.ts';

export type Settings = Readonly<Record<string, string>>;

/** A running Memori with a database of its own. */
export interface TestMemori extends RunningMemori {
  databaseUrl: string;
  /** Resolves with its seeds, which are prepared once. */
  seeds(): Promise<Seeds>;
}

export interface Memoris {
  /**
   * Resolves with a Memori that has these settings beyond the defaults: one that is running if possible. The one without
   * any keeps running, of the others only the last.
   */
  with(settings: Settings): Promise<TestMemori>;
  /** Stops all of them. */
  close(): Promise<void>;
}

const withoutSettings = JSON.stringify({});

export function createMemoris(): Memoris {
  const running = new Map<string, TestMemori>();
  async function stopAllExcept(...kept: string[]) {
    for (const [key, memori] of running) {
      if (kept.includes(key)) continue;
      running.delete(key);
      await memori.stop();
    }
  }
  return {
    async with(settings) {
      const key = JSON.stringify(settings);
      await stopAllExcept(key, withoutSettings);
      const memori = running.get(key) ?? (await start(settings));
      running.set(key, memori);
      return memori;
    },
    close: () => stopAllExcept(),
  };
}

async function start(settings: Settings): Promise<TestMemori> {
  const { postgres } = currentRun();
  const databaseUrl = await createDatabase(postgres);
  const memori = await startMemori({ DATABASE_URL: databaseUrl, ...settings });
  let opened: Awaited<ReturnType<typeof openSeeds>> | undefined;
  return {
    ...memori,
    databaseUrl,
    async seeds() {
      opened ??= await openSeeds({ ...memori, databaseUrl });
      return opened.seeds;
    },
    async stop() {
      await opened?.close();
      await memori.stop();
      await dropDatabase(postgres, databaseUrl);
    },
  };
}
