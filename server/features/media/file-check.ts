import path from 'node:path';
import type { Credentials } from '#shared/schemas/provenance.ts';
import type { CredentialWriter } from '#server/engine/credentials/credentials.ts';
import { createId } from '#server/platform/ids.ts';
import { sharedResources } from '#server/platform/concurrency/shared-resources.ts';
import { type Asker, boundsOf, createSharedWork } from '#server/platform/concurrency/shared-work.ts';
import { openWorkDir } from '#server/platform/files/work-dir.ts';
import type { Storage } from '#server/providers/storage/types.ts';

/** Reads what the signature in a stored file says about that file. Throws like `SharedWork`. */
export type FileCheck = (storageKey: string, asker: Asker) => Promise<Credentials>;

/**
 * Reads signatures of stored files, in their askers' turn and each only once: an album may be hundreds of megabytes.
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
  const results = createSharedWork<Credentials>(boundsOf(sharedResources.fileChecks));
  const read = async (storageKey: string): Promise<Credentials> => {
    await using folder = await openWorkDir(workRoot, `check-${createId()}`);
    const file = path.join(folder.path, 'film.mp4');
    await storage.fetchToFile(storageKey, file);
    return await credentials.read(file);
  };
  return (storageKey, asker) => results(storageKey, asker, () => read(storageKey));
}
