import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import type { Logger } from '#server/platform/logging/logger.ts';
import type { TrackedMap } from './tracked-map.ts';
import { emptyState, unixNow, type SandboxState } from './state.ts';

/** Stripe also forgets idempotency keys after a day. */
const answerSeconds = 24 * 60 * 60;
const header = '{"memoriStripeSandbox":1}\n';
/** Number of appended characters after which the file is compacted. */
const appendedAtMost = 64 * 1024 * 1024;

/** A change to one entry of a map; without a value, a deletion. */
type Change = [map: string, key: string, value?: unknown];

export interface StateFile {
  state: SandboxState;
  /** Resolves once the current state, or a later one, is in the file. Concurrent calls share a write. */
  save(): Promise<void>;
}

/**
 * Loads the state from `file`, or an empty one if there is no file. The file is a journal: after its first line, each
 * line holds the changes of one save, so that a line truncated by a crash is lost as a whole. An unreadable file is
 * renamed to `*.unreadable`, with a warning. Without a file, or with `readOnly`, nothing is ever written.
 */
export async function openStateFile(
  file: string | undefined,
  { readOnly, logger }: { readOnly: boolean; logger: Logger },
): Promise<StateFile> {
  const state = emptyState();
  if (file === undefined) return { state, save: () => Promise.resolve() };
  await load(state, file, readOnly, logger);
  if (readOnly) return { state, save: () => Promise.resolve() };
  await writeWhole(state, file);
  return { state, save: createSave(state, file) };
}

function maps(state: SandboxState): [string, TrackedMap<unknown>][] {
  return Object.entries(state) as [string, TrackedMap<unknown>][];
}

async function load(state: SandboxState, file: string, readOnly: boolean, logger: Logger): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return;
  try {
    replay(state, text);
  } catch (error) {
    logger.warn({ err: error, file }, 'the Stripe sandbox starts empty: its state file is unreadable');
    for (const [, map] of maps(state)) map.clear();
    if (!readOnly) await rename(file, `${file}.unreadable`);
  }
  const oldest = unixNow() - answerSeconds;
  for (const [key, { at }] of state.answers) if (at < oldest) state.answers.delete(key);
}

function replay(state: SandboxState, text: string): void {
  if (!text.startsWith(header)) throw new TypeError('its first line is not known');
  const known = new Map(maps(state));
  // Anything after the last line break was truncated.
  for (const line of text.slice(header.length).split('\n').slice(0, -1)) {
    for (const [name, key, value] of JSON.parse(line) as Change[]) {
      const map = known.get(name);
      if (!map) throw new TypeError(`${name} is not known`);
      if (value === undefined) map.delete(key);
      else map.set(key, value);
    }
  }
}

function takeChanges(state: SandboxState): Change[] {
  return maps(state).flatMap(([name, map]) =>
    map.takeChanged().map((key): Change => (map.has(key) ? [name, key, map.get(key)] : [name, key])),
  );
}

async function writeWhole(state: SandboxState, file: string): Promise<void> {
  takeChanges(state);
  const lines = maps(state).flatMap(([name, map]) =>
    [...map].map(([key, value]) => `${JSON.stringify([[name, key, value]])}\n`),
  );
  const temporary = `${file}.part`;
  await writeFile(temporary, header + lines.join(''), { mode: 0o600, flush: true });
  await rename(temporary, file);
}

function createSave(state: SandboxState, file: string): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let appended = 0;

  async function write(): Promise<void> {
    next = null;
    if (appended > appendedAtMost) {
      await writeWhole(state, file);
      appended = 0;
      return;
    }
    const changes = takeChanges(state);
    if (changes.length === 0) return;
    const line = `${JSON.stringify(changes)}\n`;
    // Until this succeeds, the end of the file is unknown: after a failure, the next save rewrites the whole file.
    const before = appended;
    appended = Infinity;
    await appendFile(file, line, { flush: true });
    appended = before + line.length;
  }

  // Callers that arrive during a write wait for the next one, which includes their changes.
  return () => {
    next ??= last = last.catch(() => {}).then(write);
    return next;
  };
}
