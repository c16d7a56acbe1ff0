import path from 'node:path';
import { type RunningMemori, startMemori } from '#scripts/lib/running-memori.ts';
import { createDatabase, dropDatabase } from '#tests/support/run-postgres.ts';
import { currentRun } from './run.ts';
import { openSeeds, type Seeds } from './seeded.ts';

export type Settings = Readonly<Record<string, string>>;

export interface Kind {
  /** Settings beyond the defaults. */
  settings: Settings;
  /** Whether its videos have the size of production, which takes five times the work of half that size. */
  fullSize: boolean;
}

/** A running Memori with a database of its own. */
export interface TestMemori extends RunningMemori {
  databaseUrl: string;
  /** Resolves with its seeds, which are prepared once. */
  seeds(): Promise<Seeds>;
}

export interface Memoris {
  /**
   * Resolves with a Memori of that kind: one that is running if possible. The usual one, with half-size videos and no
   * settings, keeps running, of the others only the last.
   */
  with(kind: Kind): Promise<TestMemori>;
  /** Stops all of them. */
  close(): Promise<void>;
}

const usual = JSON.stringify({ settings: {}, fullSize: false } satisfies Kind);
const halfSizeMemori = path.resolve(import.meta.dirname, '../../support/half-size-memori.ts');

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
    async with(kind) {
      const key = JSON.stringify(kind);
      await stopAllExcept(key, usual);
      const memori = running.get(key) ?? (await start(kind));
      running.set(key, memori);
      return memori;
    },
    close: () => stopAllExcept(),
  };
}

async function start({ settings, fullSize }: Kind): Promise<TestMemori> {
  const { postgres } = currentRun();
  const databaseUrl = await createDatabase(postgres);
  const memori = await startMemori(
    { DATABASE_URL: databaseUrl, ...settings },
    fullSize ? undefined : halfSizeMemori,
  );
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
