import { z } from 'zod';
import { choice, webAddress } from './setting-kinds.ts';

/** The settings of the file storage. */
export const storageSettings = {
  STORAGE: choice(['disk', 's3']).default('disk'),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{2,40}$/, 'a region such as eu-south-1')
    .default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket such as memori-media')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().min(3, 'at least 3 characters').optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(8, 'at least 8 characters').optional(),
  S3_PATH_STYLE: choice(['on', 'off']).optional(),
  S3_ENCRYPTION: choice(['AES256', 'aws:kms']).optional(),
  S3_KMS_KEY_ID: z.string().optional(),
};

type StorageSettings = z.output<z.ZodObject<typeof storageSettings>>;

/** The first invalid storage setting and what it should hold; null if there is none. */
export function storageProblem(
  settings: StorageSettings,
): { name: keyof StorageSettings; expected: string } | null {
  const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = settings;
  if (settings.STORAGE === 's3' && settings.S3_BUCKET === undefined)
    return { name: 'S3_BUCKET', expected: 'the name of a bucket, as STORAGE is s3' };
  const other = (name: string) => `a value, as ${name} has one`;
  if (id !== undefined && secret === undefined)
    return { name: 'S3_SECRET_ACCESS_KEY', expected: other('S3_ACCESS_KEY_ID') };
  if (secret !== undefined && id === undefined)
    return { name: 'S3_ACCESS_KEY_ID', expected: other('S3_SECRET_ACCESS_KEY') };
  if (settings.S3_KMS_KEY_ID !== undefined && settings.S3_ENCRYPTION !== 'aws:kms')
    return { name: 'S3_ENCRYPTION', expected: 'aws:kms, as S3_KMS_KEY_ID has a value' };
  return null;
}
