import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { defaultLanguage, isLanguage } from '#shared/languages.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { renditionToSend } from '../media/entitlement.ts';
import { type RunOutput, type Run, type RunDeps, runRowJob } from '../job-lifecycle/run-job.ts';
import { type ArchiveFile, filesOf, readableRecords, readRecords, taskIdsOf } from './records.ts';
import { archiveKey, exportJob } from './export-job.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

export type ExportDeps = RunDeps & { queue: JobQueue };

/** Makes an archive: films, photos that still exist, recordings, all records as JSON and as a readable page. See `runRowJob`. */
export function runExport(deps: ExportDeps, exportId: string, signal: AbortSignal): Promise<void> {
  return runRowJob(exportJob, deps, exportId, signal, (run) => makeArchive(deps, run));
}

async function makeArchive({ db, storage }: ExportDeps, run: Run<never>): Promise<RunOutput<object>> {
  const { userId, language } = await db.dataExport.findUniqueOrThrow({ where: { id: run.id } });
  const records = await readRecords(db, userId);
  const files = await existing(
    storage,
    filesOf(records, await renditionToSend(db, userId, taskIdsOf(records))),
  );
  const spoken = isLanguage(language) ? language : defaultLanguage;
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(readableRecords(records, files, spoken)), 'index.html');
  zip.addBuffer(Buffer.from(JSON.stringify(records, null, 2)), 'records.json');
  for (const file of files) addStored(zip, storage, file);
  zip.end();
  const archive = path.join(run.workDir, 'memori.zip');
  const output = Readable.from(zip.outputStream);
  // The run fails and is retried if a file was deleted meanwhile or the storage is unavailable.
  zip.on('error', (error: Error) => output.destroy(error));
  await pipeline(output, createWriteStream(archive), { signal: run.signal });
  return {
    store: (prefix) => storage.putFile(archiveKey(prefix), archive),
    result: {},
    record: async () => undefined,
  };
}

async function existing(storage: Storage, files: ArchiveFile[]): Promise<ArchiveFile[]> {
  const found = await Promise.all(files.map(async (file) => ((await storage.stat(file.key)) ? [file] : [])));
  return found.flat();
}

/** Opened lazily, when its turn comes, and stored uncompressed: films and photos are compressed already. */
function addStored(zip: ZipFile, storage: Storage, { path: place, key }: ArchiveFile): void {
  zip.addReadStreamLazy(place, { compress: false }, (give) => {
    storage.read(key).then(
      (stream) => give(null, stream),
      (error: unknown) => give(error, new PassThrough()),
    );
  });
}
