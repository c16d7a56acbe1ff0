import { plainLine } from '../../../shared/plain-text.ts';
import type { Language } from '../../../shared/languages.ts';
import { limits } from '../../../shared/limits.ts';
import type { VideoTask } from '../../../shared/schemas/video.ts';
import { formatDay } from './format.ts';

/** What cameras, phones, scanners and messengers call a photo, before they count. */
const machineWords = new Set(
  (
    'img image imag immagine dsc dscn dscf pxl mvimg vid sam gopr hpim cimg foto photo picture pic scan scansione ' +
    'document untitled unnamed download signal screenshot schermata received snapchat edited cropped copy copia ' +
    'final alle hdr portrait edit'
  ).split(' '),
);

/** Whether somebody wrote it: it has a word, and nothing that only machines write. */
function isWritten(words: string): boolean {
  const counted = /\d{5,}|\b[0-9a-f]{8,}\b/i.test(words);
  if (counted || /\b(whatsapp image|senza titolo|fb img)\b/i.test(words)) return false;
  return words
    .split(' ')
    .some((word) => /^\p{L}[\p{L}’']{2,}$/u.test(word) && !machineWords.has(word.toLowerCase()));
}

/** The name of a file as somebody would write it on a photo's back; null where a machine gave it. */
function fromFileName(filename: string): string | null {
  const words = plainLine(
    filename
      .replace(/\.\w{2,5}$/, '')
      .replaceAll(/[_+]|%20/g, ' ')
      // A hyphen between words; one within a word, as in "Anna-Maria", stays where there are spaces too.
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
 * What a video could be called: after its photo's file where that has a name that says something, else after the day on
 * which the photo was taken; null where neither is known.
 */
export function suggestName(
  { originalFilename, takenOn }: Pick<VideoTask, 'originalFilename' | 'takenOn'>,
  language: Language,
): string | null {
  return fromFileName(originalFilename) ?? (takenOn ? formatDay(takenOn, language) : null);
}
