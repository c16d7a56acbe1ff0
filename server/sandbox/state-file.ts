import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Logger } from '../platform/logger.ts';
import { emptyWorld, unixNow, type World } from './world.ts';

/** Stripe, too, forgets idempotency keys after a day. */
const answerSeconds = 24 * 60 * 60;

export interface StateFile {
  world: World;
  /** Resolves once the world as it is now, or later, lies in the file. Calls at the same time share a write. */
  save(): Promise<void>;
}

/**
 * The world that `file` holds, empty where there is none. A file that can't be understood is put aside as
 * `*.unreadable`, with a warning. Without a file, or with `readOnly`, nothing is ever written.
 */
export async function openStateFile(
  file: string | undefined,
  { readOnly, logger }: { readOnly: boolean; logger: Logger },
): Promise<StateFile> {
  const world = emptyWorld();
  if (file === undefined) return { world, save: () => Promise.resolve() };
  await load(world, file, readOnly, logger);
  return { world, save: readOnly ? () => Promise.resolve() : createSave(world, file) };
}

async function load(world: World, file: string, readOnly: boolean, logger: Logger): Promise<void> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    restore(world, JSON.parse(text) as Record<string, unknown>);
  } catch (error) {
    logger.warn({ err: error, file }, 'the Stripe sandbox starts anew: its state file is unreadable');
    if (!readOnly) await rename(file, `${file}.unreadable`);
    return;
  }
  const oldest = unixNow() - answerSeconds;
  for (const [key, { at }] of world.answers) if (at < oldest) world.answers.delete(key);
}

function restore(world: World, parsed: Record<string, unknown>): void {
  if (parsed.version !== 1) throw new TypeError(`version ${String(parsed.version)} is not known`);
  const restored = Object.keys(world).map((name) => {
    const entries = parsed[name];
    if (!Array.isArray(entries)) throw new TypeError(`${name} is not a list`);
    return [name, new Map(entries as [string, unknown][])] as const;
  });
  Object.assign(world, Object.fromEntries(restored));
}

function serialise(world: World): string {
  const lists = Object.entries(world).map(
    ([name, map]) => [name, [...(map as Map<string, unknown>)]] as const,
  );
  return JSON.stringify({ version: 1, ...Object.fromEntries(lists) });
}

function createSave(world: World, file: string): () => Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const write = async () => {
    next = null;
    const temporary = `${file}.part`;
    await writeFile(temporary, serialise(world), { mode: 0o600, flush: true });
    await rename(temporary, file);
  };
  // Whoever asks while a write runs waits for the one after it, which sees their change.
  return () => {
    next ??= writing = writing.catch(() => {}).then(write);
    return next;
  };
}
