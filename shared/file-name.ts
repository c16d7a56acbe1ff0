/** Path separators, and other characters that Windows forbids in file names. */
const separators = /[/\\:*?"<>|]/g;
/** Device names, with any extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Turns a user-given name into a file name valid on every system, without extension; `memori` if nothing is left. */
export function fileNameOf(name: string): string {
  const safe = name
    .replaceAll(separators, '_')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '')
    .replace(devices, '$1_');
  return safe || 'memori';
}
