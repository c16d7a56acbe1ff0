import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

const s3 = { STORAGE: 's3', S3_BUCKET: 'memori' };

test('files are on disk by default, and S3 needs a bucket but no keys', () => {
  expect(readEnv({}).STORAGE).toBe('disk');
  expect(readEnv(s3)).toMatchObject({ STORAGE: 's3', S3_BUCKET: 'memori', S3_REGION: 'us-east-1' });
});

test.each<[settings: Record<string, string>, message: string]>([
  [{ STORAGE: 'tape' }, 'STORAGE holds "tape"; it should hold one of disk, s3.'],
  [{ STORAGE: 's3' }, 'S3_BUCKET holds nothing; it should hold the name of a bucket, as STORAGE is s3.'],
  [
    { ...s3, S3_BUCKET: 'My Bucket' },
    'S3_BUCKET holds "My Bucket"; it should hold the name of a bucket such as memori-media.',
  ],
  [
    { ...s3, S3_ENDPOINT: 'store:9000' },
    'S3_ENDPOINT holds "store:9000"; it should hold an http or https address.',
  ],
  [{ ...s3, S3_REGION: 'Milano!' }, 'S3_REGION holds "Milano!"; it should hold a region such as eu-south-1.'],
  [
    { ...s3, S3_ACCESS_KEY_ID: 'AKIA' },
    'S3_SECRET_ACCESS_KEY holds nothing; it should hold a value, as S3_ACCESS_KEY_ID has one.',
  ],
  [
    { ...s3, S3_SECRET_ACCESS_KEY: 'secret-of-ours' },
    'S3_ACCESS_KEY_ID holds nothing; it should hold a value, as S3_SECRET_ACCESS_KEY has one.',
  ],
  [
    { ...s3, S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'secret' },
    'S3_SECRET_ACCESS_KEY holds a value that is not shown here; it should hold at least 8 characters.',
  ],
  [{ ...s3, S3_PATH_STYLE: 'yes' }, 'S3_PATH_STYLE holds "yes"; it should hold one of on, off.'],
  [{ ...s3, S3_ENCRYPTION: 'rot13' }, 'S3_ENCRYPTION holds "rot13"; it should hold one of AES256, aws:kms.'],
  [
    { ...s3, S3_ENCRYPTION: 'AES256', S3_KMS_KEY_ID: 'k' },
    'S3_ENCRYPTION holds "AES256"; it should hold aws:kms, as S3_KMS_KEY_ID has a value.',
  ],
])('%j prevents startup', (settings, message) => {
  expect(() => readEnv(settings)).toThrow(message);
});
