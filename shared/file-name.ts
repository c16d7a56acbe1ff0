/** What a path is made of, and what Windows refuses in the name of a file. */
const separators = /[/\\:*?"<>|]/g;
/** Names of devices, with any ending (Microsoft, "Naming Files, Paths, and Namespaces"). */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** A name given by a person as every system takes it for a file, without an ending; `memori` where nothing is left. */
export function fileNameOf(name: string): string {
  const safe = name
    .replaceAll(separators, '_')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '')
    .replace(devices, '$1_');
  return safe || 'memori';
}
