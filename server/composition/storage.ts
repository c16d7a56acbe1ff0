import path from 'node:path';
import type { Env } from '../config/env.ts';
import { StartError } from '../platform/errors.ts';
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

/** The storage on this machine's disk. */
export const diskStorage = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): Storage =>
  createDiskStorage(path.join(DATA_DIR, 'media'));

/**
 * Opens the configured storage. Throws StartError if an S3 store can't be reached, denies access or lacks guarantees
 * that Memori needs, or if it belongs to another Memori than the one that `installation` identifies.
 */
export async function openStorage(env: StorageEnv, installation?: Name): Promise<Storage> {
  return timedStorage(env.STORAGE === 's3' ? await openStore(env, installation) : diskStorage(env));
}

type Name = () => Promise<string>;

/** Two Memoris on one bucket would each remove the other's files as orphans. */
async function claim(storage: S3Storage, bucket: string, installation: string): Promise<void> {
  if (!(await storage.claim(installation)))
    throw new StartError(
      `Files can't be kept in S3: the bucket ${bucket} belongs to another Memori (see "Files in S3" in docs/runbook.md).`,
    );
}

/** Opens the configured S3 store, whatever STORAGE says. Throws like `openStorage`. */
export async function openStore(env: StorageEnv, installation?: Name): Promise<Storage> {
  // Imported lazily: the library takes a while to load, which disk storage need not wait for.
  const { createS3Storage } = await import('../providers/storage/s3.ts');
  const { verifyStore } = await import('../providers/storage/s3-startup-check.ts');
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const storage = createS3Storage({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET ?? '',
    // Stores with their own endpoint rarely have a host name per bucket.
    pathStyle: (env.S3_PATH_STYLE ?? (env.S3_ENDPOINT === undefined ? 'off' : 'on')) === 'on',
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && {
        credentials: { accessKeyId, secretAccessKey },
      }),
    encryption: env.S3_ENCRYPTION,
    kmsKeyId: env.S3_KMS_KEY_ID,
  });
  await verifyStore(storage);
  if (installation) await claim(storage, env.S3_BUCKET ?? '', await installation());
  return storage;
}
