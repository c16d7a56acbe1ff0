import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { runProgramSync } from '../child-process/program.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, alternative } from './errors.ts';

/** The user that PostgreSQL's programs run as: they refuse to run as root. */
export interface Identity {
  /** Prepended to each command. */
  prefix: readonly string[];
  /** The user to switch to; undefined to keep the current one. */
  user?: { uid: number; gid: number };
}

const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000'] as const;

/**
 * Decides which user runs the server of `cluster`. If we aren't root: ourselves. If we are root: the cluster's owner if
 * that is another user; else root in a user namespace in which it isn't root (util-linux `unshare`: files keep their
 * owner, and it works below folders that only root may enter); else, if namespaces are denied, `nobody`. Throws
 * EmbeddedPostgresError if no user can access both the programs and the data.
 */
export function chooseIdentity(cluster: string, binaries: Binaries): Identity {
  const us = process.getuid?.();
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (us === undefined) return { prefix: [] };
  if (us !== 0) {
    if (owner && owner.uid !== us) {
      throw new EmbeddedPostgresError(
        `${cluster} belongs to another user (uid ${owner.uid}): start Memori as that user, ${alternative}.`,
      );
    }
    return { prefix: [] };
  }
  if (owner && owner.uid !== 0) return droppedTo({ uid: owner.uid, gid: owner.gid }, cluster, binaries);
  if (namespacesWork(binaries)) return { prefix: namespace };
  const identity = droppedTo(nobody(), cluster, binaries);
  if (owner) chownTree(identity, cluster);
  return identity;
}

/** Changes the owner of `target` and everything in it to the identity; does nothing if the identity is ourselves. */
export function chownTree(identity: Identity, target: string): void {
  if (!identity.user) return;
  const { uid, gid } = identity.user;
  const { code, log } = runProgramSync('chown', ['-R', `${uid}:${gid}`, target]);
  if (code !== 0) throw new EmbeddedPostgresError(`${target} can't change owner: ${log.trim()}`);
}

function namespacesWork(binaries: Binaries): boolean {
  const [command, ...prefix] = namespace;
  return runProgramSync(command, [...prefix, binaries.postgres, '--version']).code === 0;
}

function nobody(): { uid: number; gid: number } {
  const id = (flag: string) => Number(runProgramSync('id', [flag, 'nobody']).stdout.trim() || NaN);
  const user = { uid: id('-u'), gid: id('-g') };
  if (!Number.isInteger(user.uid) || !Number.isInteger(user.gid)) {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root and there is no user "nobody": start Memori as another user, ${alternative}.`,
    );
  }
  return user;
}

/** Lets the server's user traverse one of our folders to reach the cluster, without being able to list it. */
function letThrough(dataDir: string): void {
  const { uid, mode } = statSync(dataDir);
  if (uid === process.getuid?.() && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o700) | 0o011);
}

function droppedTo(user: { uid: number; gid: number }, cluster: string, binaries: Binaries): Identity {
  const script = 'for folder in "$@"; do [ -x "$folder" ] || { printf %s "$folder"; exit 1; }; done';
  const targets = [binaries.postgres, path.dirname(cluster)];
  letThrough(path.dirname(cluster));
  const check = runProgramSync('/bin/sh', ['-c', script, 'sh', ...targets], { user, cwd: '/' });
  if (check.code === 0) return { prefix: [], user };
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and user ${user.uid} can't reach ${check.stdout || binaries.postgres}: ` +
      `start Memori as another user or from a folder that others may enter, ${alternative}.`,
  );
}
