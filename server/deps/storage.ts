import path from 'node:path';
import type { Env } from '../env.ts';
import { StartError } from '../platform/start-error.ts';
import { createDiskStorage } from '../providers/storage/disk.ts';
import type { S3Storage } from '../providers/storage/s3.ts';
import { timedStorage } from '../providers/storage/timed.ts';
import type { Storage } from '../providers/storage/types.ts';

type StorageEnv = Pick<
  Env,
  | 'DATA_DIR'
  | 'STORAGE'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_BUCKET'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_PATH_STYLE'
  | 'S3_ENCRYPTION'
  | 'S3_KMS_KEY_ID'
>;

/** Where files are kept on this machine's disk. */
export const diskStorage = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): Storage =>
  createDiskStorage(path.join(DATA_DIR, 'media'));

/**
 * The storage that the settings name. Throws StartError where a store can't be reached, refuses us, or does not keep what
 * Memori builds on; and where it belongs to another Memori than the one that `installation` names.
 */
export async function openStorage(env: StorageEnv, installation?: Name): Promise<Storage> {
  return timedStorage(env.STORAGE === 's3' ? await openStore(env, installation) : diskStorage(env));
}

type Name = () => Promise<string>;

/** Two Memoris on one bucket would each remove what the other has, as nobody's. */
async function claim(storage: S3Storage, bucket: string, installation: string): Promise<void> {
  if (!(await storage.claim(installation)))
    throw new StartError(
      `Files can't be kept in S3: the bucket ${bucket} belongs to another Memori (see "Files in S3" in docs/runbook.md).`,
    );
}

/** The S3 that the settings name, whatever STORAGE says. Throws as `openStorage`. */
export async function openStore(env: StorageEnv, installation?: Name): Promise<Storage> {
  // Its library takes a while to load: who keeps files on disk does not wait for it.
  const { createS3Storage } = await import('../providers/storage/s3.ts');
  const { requireStore } = await import('../providers/storage/s3-start.ts');
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const storage = createS3Storage({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET ?? '',
    // Stores at an address of their own seldom have a host for each bucket.
    pathStyle: (env.S3_PATH_STYLE ?? (env.S3_ENDPOINT === undefined ? 'off' : 'on')) === 'on',
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && {
        credentials: { accessKeyId, secretAccessKey },
      }),
    encryption: env.S3_ENCRYPTION,
    kmsKeyId: env.S3_KMS_KEY_ID,
  });
  await requireStore(storage);
  if (installation) await claim(storage, env.S3_BUCKET ?? '', await installation());
  return storage;
}
