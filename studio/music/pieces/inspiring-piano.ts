import { metres, type Piece } from '../lib/score.ts';

// Morning energy: three against the beat (3+3+2) in both hands, and a chorus that reaches a little higher each time.
const pulse = {
  instrument: 'piano',
  figure: 'b 1 3 o 2 3 o 2',
  step: 0.5,
  range: 'B3-B4',
  bass: 'E2-E3',
} as const;
const plucked = {
  instrument: 'pizzicato',
  figure: 'b . . o . . o .',
  step: 0.5,
  ring: 0.5,
  range: 'B3-B4',
  bass: 'E2-E3',
} as const;
const strings = { instrument: 'strings', figure: '1+2+3', tied: true, range: 'E3-G#4' } as const;
const ground = { instrument: 'contrabass', figure: 'b', bass: 'E1-Eb2', range: 'C2-C4', level: 0.8 } as const;
const chorus = 'A | B | C#m | E/G# | A | B | C#m7 B/D# | E';
const chorusLine = `E5 A5 C#6:2 | D#6:1.5 C#6:1.5 B5 | G#5:1.5 B5:1.5 E6 | B5:3 G#5
  | C#6:1.5 B5:1.5 A5 | F#5 B5 D#6:2 | E6:1.5 C#6:.5 B5 F#5 | G#5:4`;

export const inspiringPiano: Piece = {
  id: 'inspiring-piano',
  title: 'Inspiring Piano',
  key: 'E major',
  metre: metres.fourFour,
  tempo: 116,
  form: "intro A B C B' coda",
  rubato: 0.02,
  phrase: 4,
  room: 'hall',
  ending: { ring: 4, fade: 2.5 },
  seed: 77,
  sections: [
    { name: 'intro', chords: 'E | Aadd9 | C#m7 | Bsus4 B', dynamics: 'p < mp', parts: [pulse] },
    {
      name: 'A',
      chords: 'E | Aadd9 | C#m7 | Bsus4 B | E | Aadd9 | C#m7 | Bsus4 B',
      dynamics: 'mp < mf',
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: `G#4:1.5 B4:1.5 E5 | C#5:3 B4 | G#4:1.5 B4:1.5 E5 | F#5:1.5 E5:1.5 B4
            | G#4:1.5 B4:1.5 E5 | C#5:1.5 E5:1.5 A5 | G#5:1.5 E5:1.5 C#5 | E5:2 D#5:2`,
        },
        pulse,
        plucked,
      ],
    },
    {
      name: 'B',
      chords: chorus,
      dynamics: 'mf < f',
      parts: [
        { instrument: 'piano', role: 'melody', line: chorusLine },
        { instrument: 'piano', role: 'inner', line: chorusLine, transpose: -12, level: 0.75 },
        pulse,
        plucked,
        { ...strings, level: 0.7 },
        ground,
      ],
    },
    {
      name: 'C',
      chords: 'F#m7 | E/G# | A | A | C#m7 | G#m/B | Amaj7 | Bsus4 B',
      dynamics: 'p < mf',
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: `E5:1.5 F#5:1.5 A5 | B5:3 G#5 | C#6:3 A5 | B5:2 A5 C#6
            | G#5:3 E5 | D#5:3 B4 | C#5:1.5 E5:1.5 G#5 | F#5:2 B5:2`,
        },
        { ...pulse, figure: 'b 1 2 3 2 1 2 3' },
        { ...strings, level: 0.75 },
      ],
    },
    {
      name: "B'",
      chords: chorus,
      dynamics: 'f',
      ritardando: { units: 3, to: 0.88 },
      parts: [
        { instrument: 'piano', role: 'melody', line: chorusLine },
        { instrument: 'strings', role: 'melody', line: chorusLine, level: 0.75 },
        { instrument: 'piano', role: 'inner', line: chorusLine, transpose: -12, level: 0.75 },
        {
          instrument: 'cello',
          role: 'counter',
          line: 'C#4:4 | D#4:3 B3 | E4:4 | B3:2 E4:2 | E4:4 | F#4:2 D#4:2 | C#4:2 D#4:2 | E4:4',
          transpose: -12,
          level: 0.62,
        },
        pulse,
        plucked,
        { ...strings, level: 0.75 },
        ground,
      ],
    },
    {
      name: 'coda',
      chords: 'Aadd9 | Bsus4 | E | E',
      dynamics: 'mp > pp',
      ritardando: { units: 8, to: 0.6 },
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: 'C#5:1.5 E5:1.5 C#5 | E5:1.5 F#5:1.5 B4 | G#4:1.5 B4:1.5 E5 | ~:4',
        },
        { ...pulse, figure: 'b 1 3 o 2 . . .' },
        { ...strings, level: 0.6 },
      ],
    },
  ],
};
