import path from 'node:path';
import pLimit from 'p-limit';
import type { Credentials } from '../../../shared/schemas/provenance.ts';
import type { CredentialWriter } from '../../engine/credentials/credentials.ts';
import { createId } from '../../platform/ids.ts';
import { openWorkDir } from '../../platform/work-dir.ts';
import type { Storage } from '../../providers/storage/types.ts';

/** Reads what the signature in a stored file says about that file. */
export type FileCheck = (storageKey: string) => Promise<Credentials>;

/** The number of cached results, which stay valid because stored objects are immutable. */
const maxCached = 2000;

/**
 * Reads signatures of stored files, at most two concurrently and each only once: an album may be hundreds of megabytes.
 */
export function createFileCheck({
  storage,
  credentials,
  workRoot,
}: {
  storage: Storage;
  credentials: Pick<CredentialWriter, 'read'>;
  workRoot: string;
}): FileCheck {
  const turn = pLimit(2);
  const known = new Map<string, Promise<Credentials>>();
  const read = async (storageKey: string): Promise<Credentials> => {
    await using folder = await openWorkDir(workRoot, `check-${createId()}`);
    const file = path.join(folder.path, 'film.mp4');
    await storage.fetchToFile(storageKey, file);
    return await credentials.read(file);
  };
  return (storageKey) => {
    const answered = known.get(storageKey);
    if (answered) return answered;
    const reading = turn(() => read(storageKey));
    known.set(storageKey, reading);
    reading.catch(() => known.delete(storageKey));
    const [oldest] = known.keys();
    if (known.size > maxCached && oldest !== undefined) known.delete(oldest);
    return reading;
  };
}
