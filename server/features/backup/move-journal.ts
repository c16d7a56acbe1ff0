import { open, readFile } from 'node:fs/promises';

/** What a move has done so far, in a file of a JSON object a line. */
export interface Journal {
  /** All keys that may be in the target by our doing. */
  keys(): string[];
  /** How many bytes the copy has; null where there is none that was compared. */
  compared(key: string): number | null;
  begin(key: string): Promise<void>;
  end(key: string, bytes: number): Promise<void>;
  forget(key: string): Promise<void>;
  close(): Promise<void>;
}

interface Line {
  key: string;
  /** A number: compared. Null: perhaps there. Left out: removed. */
  bytes?: number | null;
}

/** Opens the journal at `file`, or begins one. Each line is on the disk before its call resolves. */
export async function openJournal(file: string): Promise<Journal> {
  const known = new Map<string, number | null>();
  const note = ({ key, bytes }: Line) => (bytes === undefined ? known.delete(key) : known.set(key, bytes));
  const text = await readFile(file, 'utf8').catch(() => '');
  for (const line of text.split('\n')) if (line.endsWith('}')) note(JSON.parse(line) as Line);
  const handle = await open(file, 'a', 0o600);
  // A line that was cut short must not swallow the next one.
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
