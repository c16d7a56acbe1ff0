import { metres, type Piece } from '../lib/score.ts';

// A barcarolle on autumn water: each phrase repeats a step lower round the circle of fifths, and E minor ends in major.
const rocking = {
  instrument: 'piano',
  figure: 'b 1 2 3 2 1',
  step: 1,
  range: 'B2-E4',
  bass: 'E2-D3',
} as const;
const swelling = { ...rocking, figure: 'b 1 2 3 4 3' } as const;
const circle = 'Em | Am7 | D7 | Gmaj7 | Cmaj7 | F#m7b5 | B7sus4 B7';

export const emotionalPiano2: Piece = {
  id: 'emotional-piano-2',
  title: 'Emotional Piano II',
  key: 'E minor',
  metre: metres.sixEight,
  tempo: 46,
  form: "intro A B A' coda",
  rubato: 0.08,
  phrase: 2,
  room: 'salon',
  ending: { ring: 4, fade: 2.5 },
  seed: 44,
  sections: [
    { name: 'intro', chords: 'Em | Em', dynamics: 'pp < p', parts: [rocking] },
    {
      name: 'A',
      chords: `${circle} | Em`,
      dynamics: 'p < mp',
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: `B4 E5 F#5 G5:3 | G5 F#5 E5 C5:3 | A4 D5 E5 F#5:3 | F#5 E5 D5 B4:3
            | G4 C5 D5 E5:3 | E5 D5 C5 A4:3 | E5:3 D#5:3 | E5:6`,
        },
        rocking,
      ],
    },
    {
      name: 'B',
      chords: 'Cmaj7 | D/C | Bm7 | E7/G# | Am | Am/G | Fmaj7 | B7sus4 B7',
      dynamics: 'mp < f',
      tempo: 1.08,
      ritardando: { units: 6, to: 0.8 },
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: `G5:3 E5:2 G5 | A5:3 F#5:2 A5 | B5:3 A5:2 F#5 | E5:2 G#5 B5:3
            | C6:4 B5 A5 | A5:3 E5:3 | F5:2 A5 C6:2 A5 | E5:3 D#5 B4 A4`,
        },
        {
          instrument: 'piano',
          role: 'inner',
          level: 0.8,
          line: `B4:3 G4:2 B4 | C5:3 A4:2 D5 | D5:3 D5:2 A4 | G#4:2 B4 E5:3
            | E5:4 E5 C5 | C5:3 C5:3 | A4:2 C5 E5:2 C5 | B4:3 F#4:3`,
        },
        swelling,
      ],
    },
    {
      name: "A'",
      chords: `${circle} | C`,
      dynamics: 'mp < mf',
      ritardando: { units: 8, to: 0.85 },
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: `B4 E5 F#5 G5:1.5 A5:.5 G5 | G5 F#5 E5 C5:2 B4 | A4 D5 E5 F#5:1.5 G5:.5 F#5 | F#5 E5 D5 B4:2 A4
            | G4 C5 D5 E5:2 G5 | E5 F#5 A5 C6:3 | B5:2 A5 F#5:2 D#5 | E5:6`,
        },
        swelling,
      ],
    },
    {
      name: 'coda',
      chords: 'Am6 | Em/B | B7 | E | E',
      dynamics: 'mp > ppp',
      tempo: 0.9,
      ritardando: { units: 18, to: 0.6 },
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: 'E5:2 C5 F#5:3 | G5:3 E5:3 | F#5:3 D#5:3 | E5:2 F#5 G#5:3 | ~:6',
        },
        { ...rocking, figure: 'b 1 2 3 2 .' },
      ],
    },
  ],
};
