import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask, type EmbeddedUser, nobodyWithin, startUser } from '#tests/support/embedded-user.ts';
import { findPostmaster } from './postmaster-file.ts';

const root = process.getuid?.() === 0;
const nobody = nobodyWithin(import.meta.dirname, path.dirname(process.execPath));

// Each test starts several servers, which takes a while on a busy machine.

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'memori-identity-'));
  dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
});
afterEach(() => {
  const left = findPostmaster(path.join(dataDir, 'postgres'));
  if (left) process.kill(left.pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

const owner = () => statSync(path.join(dataDir, 'postgres')).uid;

async function serves(user: EmbeddedUser): Promise<void> {
  expect(await ask(user.url, 'SELECT current_user AS who')).toEqual([{ who: 'memori_app' }]);
  await user.leave();
  expect(findPostmaster(path.join(dataDir, 'postgres'))).toBeUndefined();
}

/** An environment without `unshare`, as on systems that deny namespaces. */
function withoutNamespaces(): NodeJS.ProcessEnv {
  const programs = path.join(folder, 'programs');
  mkdirSync(programs);
  for (const program of ['id', 'chown']) symlinkSync(`/usr/bin/${program}`, path.join(programs, program));
  return { PATH: programs };
}

describe.skipIf(!root)('as root', () => {
  test('works below a folder that only root may enter, and keeps its owner', async () => {
    chmodSync(folder, 0o700);
    await serves(await startUser(dataDir));
    expect(owner()).toBe(0);
  });

  test('without namespaces names the folder that is in the way in one line', async () => {
    chmodSync(folder, 0o700);
    const start = startUser(dataDir, { env: withoutNamespaces() });
    await expect(start).rejects.toThrow(
      /^PostgreSQL refuses to run as root, and user \d+ can't reach \/.*DATABASE_URL.*$/,
    );
  });

  test.skipIf(!nobody)(
    'without namespaces runs as nobody, also on data that was used in a namespace before',
    async () => {
      chmodSync(folder, 0o755);
      await serves(await startUser(dataDir));
      expect(owner()).toBe(0);
      const env = withoutNamespaces();
      await serves(await startUser(dataDir, { env }));
      expect(owner()).toBe(nobody?.uid);
      await serves(await startUser(dataDir));
      expect(owner()).toBe(nobody?.uid);
    },
  );
});

describe.skipIf(!nobody)('as an ordinary user', () => {
  test('works, and does not touch another user’s data', async () => {
    chmodSync(folder, 0o777);
    chmodSync(dataDir, 0o777);
    await serves(await startUser(dataDir, { user: nobody }));
    expect(owner()).toBe(nobody?.uid);
    // A start by root in between is fine: the server still runs as the owner of the data.
    await serves(await startUser(dataDir));
    expect(owner()).toBe(nobody?.uid);
    await serves(await startUser(dataDir, { user: nobody }));

    dataDir = path.join(folder, 'of-root');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    await serves(await startUser(dataDir));
    await expect(startUser(dataDir, { user: nobody })).rejects.toThrow(/^[^\n]*postgres[^\n]*$/);
  });
});
