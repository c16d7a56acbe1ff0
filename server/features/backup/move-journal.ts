import { open, readFile } from 'node:fs/promises';

/** The progress of a move, as a file with one JSON object per line. */
export interface Journal {
  /** All keys that the move may have created in the target. */
  keys(): string[];
  /** The size of the copy in bytes; null if there is no verified copy. */
  compared(key: string): number | null;
  begin(key: string): Promise<void>;
  end(key: string, bytes: number): Promise<void>;
  forget(key: string): Promise<void>;
  close(): Promise<void>;
}

interface Line {
  key: string;
  /** A number: verified. Null: may exist. Absent: removed. */
  bytes?: number | null;
}

/** Opens or creates the journal at `file`. Each line is synced to disk before its call resolves. */
export async function openJournal(file: string): Promise<Journal> {
  const known = new Map<string, number | null>();
  const note = ({ key, bytes }: Line) => (bytes === undefined ? known.delete(key) : known.set(key, bytes));
  const text = await readFile(file, 'utf8').catch(() => '');
  for (const line of text.split('\n')) if (line.endsWith('}')) note(JSON.parse(line) as Line);
  const handle = await open(file, 'a', 0o600);
  // Keeps a truncated last line from swallowing the next one.
  if (text !== '' && !text.endsWith('\n')) await handle.write('\n');
  async function write(line: Line): Promise<void> {
    await handle.write(`${JSON.stringify(line)}\n`);
    await handle.datasync();
    note(line);
  }
  return {
    keys: () => [...known.keys()],
    compared: (key) => known.get(key) ?? null,
    begin: (key) => write({ key, bytes: null }),
    end: (key, bytes) => write({ key, bytes }),
    forget: (key) => write({ key }),
    close: () => handle.close(),
  };
}
