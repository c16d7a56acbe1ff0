import { plainLine } from '#shared/plain-text.ts';
import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import { formatDay } from '#client/lib/format.ts';

/** The words that cameras, phones, scanners and messengers put before the number in a file name. */
const machineWords = new Set(
  (
    'img image imag immagine dsc dscn dscf pxl mvimg vid sam gopr hpim cimg foto photo picture pic scan scansione ' +
    'document untitled unnamed download signal screenshot schermata received snapchat edited cropped copy copia ' +
    'final alle hdr portrait edit'
  ).split(' '),
);

/** Whether a person wrote it: it contains a word, and nothing that only machines write. */
function isWritten(words: string): boolean {
  const counted = /\d{5,}|\b[0-9a-f]{8,}\b/i.test(words);
  if (counted || /\b(whatsapp image|senza titolo|fb img)\b/i.test(words)) return false;
  return words
    .split(' ')
    .some((word) => /^\p{L}[\p{L}’']{2,}$/u.test(word) && !machineWords.has(word.toLowerCase()));
}

/** A file name as somebody would write it on the back of a photo; null if a machine generated it. */
function fromFileName(filename: string): string | null {
  const words = plainLine(
    filename
      .replace(/\.\w{2,5}$/, '')
      .replaceAll(/[_+]|%20/g, ' ')
      // Hyphens that separate words become spaces; one within a word, as in "Anna-Maria", stays if there are spaces
      // too.
      .replaceAll(/-/g, filename.includes(' ') ? '-' : ' ')
      .replace(/\s*\(\d+\)\s*$/, ''),
  );
  if (!isWritten(words)) return null;
  const name = words.charAt(0).toLocaleUpperCase() + words.slice(1);
  return name
    .slice(0, limits.video.maxNameLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/**
 * Suggests a name for a video: its photo's file name if that is meaningful, otherwise the day on which the photo was
 * taken; null if neither is known.
 */
export function suggestName(
  { originalFilename, takenOn }: Pick<VideoTask, 'originalFilename' | 'takenOn'>,
  language: Language,
): string | null {
  return fromFileName(originalFilename) ?? (takenOn ? formatDay(takenOn, language) : null);
}
