import { storedText } from '#client/lib/storage.ts';

const stored = storedText('local', 'memori.pixelSent');
const kept = 100;

/** The list with one more key; drops the oldest if it grows too long. */
export function withKey(keys: readonly string[], key: string): string[] {
  return [...keys, key].slice(-kept);
}

function read(): string[] {
  try {
    const value: unknown = JSON.parse(stored.read() ?? '[]');
    return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

/** True the first time that this browser sees the key; without storage, true every time. */
export function claimKey(key: string): boolean {
  const keys = read();
  if (keys.includes(key)) return false;
  stored.write(JSON.stringify(withKey(keys, key)));
  return true;
}
