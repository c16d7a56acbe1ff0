import { type SpawnOptions, spawnSync } from 'node:child_process';
import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { childEnvironment } from '../child-environment.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, wayOut } from './errors.ts';

/** As whom PostgreSQL's programs run: they refuse to run as root. */
export interface Identity {
  /** What goes before each command. */
  prefix: readonly string[];
  /** The user to become; undefined: stay who we are. */
  user?: { uid: number; gid: number };
}

const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000'] as const;

/**
 * Decides as whom the server of `cluster` runs. Not root: as ourselves. Root: as the cluster's owner if that is
 * somebody else; else in a user namespace in which root is not root (util-linux `unshare`: nothing changes its
 * owner, and it works below folders that only root may enter); else, where namespaces are refused, as `nobody`.
 * Throws EmbeddedPostgresError when no way leads to both the programs and the data.
 */
export function chooseIdentity(cluster: string, binaries: Binaries): Identity {
  const us = process.getuid?.();
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (us === undefined) return { prefix: [] };
  if (us !== 0) {
    if (owner && owner.uid !== us) {
      throw new EmbeddedPostgresError(
        `${cluster} belongs to another user (uid ${owner.uid}): start Memori as that user, ${wayOut}.`,
      );
    }
    return { prefix: [] };
  }
  if (owner && owner.uid !== 0) return droppedTo({ uid: owner.uid, gid: owner.gid }, cluster, binaries);
  if (namespacesWork(binaries)) return { prefix: namespace };
  const identity = droppedTo(nobody(), cluster, binaries);
  if (owner) giveTo(identity, cluster);
  return identity;
}

/** Spawn options for an identity: its user, and an environment in which no PG* variable has a say. */
export function spawnOptionsFor(identity: Identity): SpawnOptions {
  return { ...identity.user, env: childEnvironment() };
}

/** Makes `target`, with all in it, the identity's own; does nothing for an identity that is ourselves. */
export function giveTo(identity: Identity, target: string): void {
  if (!identity.user) return;
  const { uid, gid } = identity.user;
  const result = spawnSync('chown', ['-R', `${uid}:${gid}`, target], {
    encoding: 'utf8',
    env: childEnvironment(),
  });
  if (result.status !== 0)
    throw new EmbeddedPostgresError(`${target} can't change owner: ${result.stderr.trim()}`);
}

function namespacesWork(binaries: Binaries): boolean {
  const [command, ...prefix] = namespace;
  const options = { stdio: 'ignore', env: childEnvironment() } as const;
  return spawnSync(command, [...prefix, binaries.postgres, '--version'], options).status === 0;
}

function nobody(): { uid: number; gid: number } {
  const options = { encoding: 'utf8', env: childEnvironment() } as const;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], options).stdout?.trim() || NaN);
  const user = { uid: id('-u'), gid: id('-g') };
  if (!Number.isInteger(user.uid) || !Number.isInteger(user.gid)) {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root and there is no user "nobody": start Memori as another user, ${wayOut}.`,
    );
  }
  return user;
}

/** The server's user passes through a folder of ours on its way to the cluster, and sees nothing else of it. */
function letThrough(dataDir: string): void {
  const { uid, mode } = statSync(dataDir);
  if (uid === process.getuid?.() && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o700) | 0o011);
}

function droppedTo(user: { uid: number; gid: number }, cluster: string, binaries: Binaries): Identity {
  const script = 'for folder in "$@"; do [ -x "$folder" ] || { printf %s "$folder"; exit 1; }; done';
  const targets = [binaries.postgres, path.dirname(cluster)];
  letThrough(path.dirname(cluster));
  const check = spawnSync('/bin/sh', ['-c', script, 'sh', ...targets], {
    ...user,
    env: childEnvironment(),
    cwd: '/',
    encoding: 'utf8',
  });
  if (check.status === 0) return { prefix: [], user };
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and user ${user.uid} can't reach ${check.stdout || binaries.postgres}: ` +
      `start Memori as another user or from a folder that others may enter, ${wayOut}.`,
  );
}
