import type { PlacedVoice } from './voices.ts';

/** One subtitle: some words, and their seconds in the film. */
export interface Cue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Characters that fit into the two lines of a subtitle. */
const mostCharacters = 84;
/** From so many on, a subtitle ends with its sentence. */
const enough = 40;

/** Divides what is spoken into subtitles between words, each for as long as its share of the characters. */
export function cuesOf(voices: readonly PlacedVoice[]): Cue[] {
  return voices
    .toSorted((a, b) => a.from - b.from)
    .flatMap(({ text = '', from, seconds }) => {
      const parts = divide(text);
      const characters = parts.reduce((sum, part) => sum + part.length, 0);
      let at = from;
      return parts.map((part) => {
        const cue = { from: at, to: at + (seconds * part.length) / characters, text: part };
        at = cue.to;
        return cue;
      });
    });
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

function divide(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  const end = () => {
    if (part.trim()) parts.push(part.trim());
    part = '';
  };
  for (const { segment } of words.segment(text)) {
    if ((part + segment).trimEnd().length > mostCharacters) end();
    part += segment;
    if (part.length >= enough && /[.!?…。！？]$/u.test(part)) end();
  }
  end();
  return parts;
}

/** What ffmpeg takes for markup of another kind of subtitles, into which it converts these. */
const replaced: Record<string, string> = { '{': '(', '}': ')', '\\': '/' };

/** The subtitles as WebVTT (https://www.w3.org/TR/webvtt1/), whose entities keep words from being read as markup. */
export function webVtt(cues: readonly Cue[]): string {
  const shown = cues.map(({ from, to, text }) => `${stamp(from)} --> ${stamp(to)}\n${escaped(text)}\n`);
  return ['WEBVTT\n', ...shown].join('\n');
}

const escaped = (text: string): string =>
  text
    .replaceAll(/[{}\\]/g, (mark) => replaced[mark]!)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** A time as `HH:MM:SS.mmm`. */
const stamp = (seconds: number): string => new Date(Math.round(1000 * seconds)).toISOString().slice(11, 23);
