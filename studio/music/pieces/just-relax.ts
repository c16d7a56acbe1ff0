import { metres, type Piece } from '../lib/score.ts';

// A terrace in the evening: guitar in a slow bossa, jazz harmony, a flute and a vibraphone taking turns.
const guitar = {
  instrument: 'guitar',
  figure: 'b 1+2+3 . 2 b 1+2+3 . 1+2+3 | b . 1+2+3 . b 2 1+3 .',
  step: 0.5,
  ring: 1,
  range: 'D3-E4',
  bass: 'E2-Eb3',
} as const;
const bass = {
  instrument: 'bass',
  figure: 'b . . b b . . b',
  step: 0.5,
  ring: 1.4,
  range: 'C3-C4',
  bass: 'E1-Eb2',
} as const;
const keys = {
  instrument: 'electricPiano',
  figure: '1+2+3+4',
  voices: 4,
  range: 'B3-D5',
  level: 0.75,
} as const;
const rhythm = [guitar, bass] as const;

export const justRelax: Piece = {
  id: 'just-relax',
  title: 'Just Relax',
  key: 'G major',
  metre: metres.fourFour,
  tempo: 92,
  form: "intro A A' B coda",
  rubato: 0.01,
  phrase: 4,
  room: 'salon',
  ending: { ring: 2.5, fade: 5 },
  seed: 99,
  sections: [
    { name: 'intro', chords: 'Gmaj9 | Cmaj9 | Gmaj9 | D9sus4', dynamics: 'p < mp', parts: [...rhythm] },
    {
      name: 'A',
      chords: 'Gmaj9 | Em9 | Am9 | D13 | Bm7 | E7b9 | Am9 | D9sus4',
      dynamics: 'mp',
      parts: [
        {
          instrument: 'flute',
          role: 'melody',
          line: `r:.5 D5:.5 F#5 A5:1.5 F#5:.5 | G5:2.5 r:1.5 | r:.5 C5:.5 E5 G5:1.5 E5:.5 | F#5:2.5 r:.5 E5:.5 D5:.5
            | D5:1.5 A4:.5 B4 D5 | F5:1.5 E5:.5 D5 B4 | C5:1.5 B4:.5 C5 B4 | A4:3 r`,
        },
        ...rhythm,
      ],
    },
    {
      name: "A'",
      chords: 'Gmaj9 | Em9 | Am9 | D13 | Gmaj9 | G9 | Cmaj9 | Cm6',
      dynamics: 'mp < mf',
      parts: [
        {
          instrument: 'flute',
          role: 'melody',
          line: `r:.5 D5:.5 F#5 A5:1.5 B5:.5 | G5:2.5 r:1.5 | r:.5 C5:.5 E5 G5:1.5 A5:.5 | F#5:2.5 r:.5 E5:.5 C5:.5
            | D5:1.5 B4:.5 D5 F#5 | F5:2.5 D5:.5 F5 | E5:1.5 D5:.5 E5 G5 | Eb5:2.5 D5:.5 C5`,
        },
        {
          instrument: 'vibraphone',
          role: 'counter',
          level: 1.15,
          line: 'r:4 | r:2.5 B4:.5 D5 | r:4 | r:3 B4 | r:4 | r:4 | r:2.5 B4:.5 E5 | r:2.5 G4:.5 A4',
        },
        ...rhythm,
        keys,
      ],
    },
    {
      name: 'B',
      chords: 'Bm7 | E7b9 | Am9 | D13 | Bm7 | Bbdim7 | Am9 | D9sus4',
      dynamics: 'mf > mp',
      parts: [
        {
          instrument: 'vibraphone',
          role: 'melody',
          level: 1.3,
          line: `D5:2.5 B4:.5 A4 | G#4:1.5 B4:.5 F5 E5 | E5:2.5 C5:.5 B4 | B4:1.5 D5:.5 F#5:2
            | A5:2.5 F#5:.5 D5 | E5:2.5 Db5:.5 G4 | A4:1.5 C5:.5 E5 G5 | A5:3 r`,
        },
        ...rhythm,
        keys,
      ],
    },
    {
      name: 'coda',
      chords: 'Cmaj9 | Cm6 | Gmaj9 | Cm6 | G69 | G69',
      dynamics: 'mp > pp',
      ritardando: { units: 6, to: 0.7 },
      parts: [
        {
          instrument: 'flute',
          role: 'melody',
          line: 'r:.5 B4:.5 E5 G5:1.5 D5:.5 | Eb5:2.5 r:1.5 | r:.5 D5:.5 F#5 A5:2 | G5:2.5 D5:.5 Eb5 | D5:4 | ~:3 r',
        },
        guitar,
        { ...bass, figure: 'b', ring: 3.8, step: 4 },
        keys,
      ],
    },
  ],
};
