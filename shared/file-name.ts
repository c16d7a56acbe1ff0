import { utf8Length } from './utf8-length.ts';

/** Path separators, and other characters that Windows forbids in file names. */
const separators = /[/\\:*?"<>|]/g;
/** Device names, with any extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** File systems allow 255 bytes: this leaves room for an id and an extension. */
const maxBytes = 200;

/** The longest beginning of a text in whole characters, as people count them, that fits into `maxBytes` of UTF-8. */
function beginningOf(text: string): string {
  let [bytes, end] = [0, 0];
  for (const { index, segment } of new Intl.Segmenter().segment(text)) {
    bytes += utf8Length(segment);
    if (bytes > maxBytes) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/**
 * Turns a user-given name into a file name valid on every system, without extension, of at most 200 bytes; `memori` if
 * nothing is left.
 */
export function fileNameOf(name: string): string {
  const safe = beginningOf(name)
    .replaceAll(separators, '_')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '')
    .replace(devices, '$1_');
  return safe || 'memori';
}
