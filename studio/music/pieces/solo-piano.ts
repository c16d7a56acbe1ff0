import { metres, type Piece } from '../lib/score.ts';

// A song without words: a lullaby's dotted step, a tenor that sings under high chords, and the song again.
const broken = {
  instrument: 'piano',
  figure: 'b 2 1 3 2 1 | b 1 2 3 2 1 | b 2 1 3 2 1 | b 1 2 3 2 .',
  step: 0.5,
  range: 'C3-F4',
  bass: 'E2-D3',
} as const;
const high = {
  instrument: 'piano',
  figure: '. 1+2+3 1+2+3',
  step: 1,
  ring: 0.9,
  range: 'C5-C6',
  bass: 'F2-D3',
  level: 0.8,
} as const;
const low = { instrument: 'piano', figure: 'b', range: 'C3-F4', bass: 'F2-E3' } as const;
const homeward = 'F | F7/A | Bb | Bdim7 | F/C | D7 | Gm7:2 C7:1 | F';

export const soloPiano: Piece = {
  id: 'solo-piano',
  title: 'Solo Piano',
  key: 'F major',
  metre: metres.threeFour,
  tempo: 84,
  form: "intro A A' B A'' coda",
  rubato: 0.08,
  phrase: 4,
  room: 'salon',
  ending: { ring: 4, fade: 2.5 },
  seed: 66,
  sections: [
    { name: 'intro', chords: 'F | Bb/F', dynamics: 'p', parts: [broken] },
    {
      name: 'A',
      chords: 'F | Dm7 | Bbmaj7 | C7 | Am7 | Dm | Gm7 | C7sus4:1 C7:2',
      dynamics: 'p < mp',
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: `A4:1.5 Bb4:.5 C5 | F5:2 C5 | D5:1.5 C5:.5 A4 | G4:2 C5
            | C5:1.5 E5:.5 G5 | A5:2 F5 | G5:1.5 F5:.5 D5 | F5 E5 C5`,
        },
        broken,
      ],
    },
    {
      name: "A'",
      chords: homeward,
      dynamics: 'mp < mf',
      ritardando: { units: 3, to: 0.85 },
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: `A4:1.5 Bb4:.5 C5 | F5:2 Eb5 | D5:1.5 Eb5:.5 F5 | F5 Ab5:2
            | A5:2 F5 | F#5 A5 C6 | Bb5 G5 E5 | F5:3`,
        },
        broken,
      ],
    },
    {
      name: 'B',
      chords: 'Dm | A7/C# | Dm/C | G7/B | Bbmaj7 | F/A | Gm7 | C7sus4:1 C7:2',
      dynamics: 'mp < mf',
      ritardando: { units: 4, to: 0.8 },
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: `A3:2 D4 | E4:2 G4 | F4:2 D4 | D4 G4 F4
            | D4:2 F4 | C4:2 F4 | Bb3:1.5 C4:.5 D4 | F4 E4 C4`,
        },
        high,
        low,
      ],
    },
    {
      name: "A''",
      chords: homeward,
      dynamics: 'mf > mp',
      ritardando: { units: 5, to: 0.78 },
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: `A5:1.5 Bb5:.5 C6 | F6:2 Eb6 | D6:1.5 C6:.5 Bb5 | F5 Ab5:2
            | A5 C6 F6 | F#5 A5 C6 | Bb5:1.5 A5:.5 E5 | F5:3`,
        },
        { ...broken, figure: 'b 1 2 3 4 3' },
      ],
    },
    {
      name: 'coda',
      chords: 'Bb/F | Bbm/F | F | F',
      dynamics: 'p > ppp',
      tempo: 0.88,
      ritardando: { units: 8, to: 0.6 },
      parts: [
        { instrument: 'piano', role: 'melody', line: 'D5:2 F5 | Db5:2 Bb4 | A4:1.5 Bb4:.5 C5 | F5:3' },
        { ...broken, figure: 'b 1 2 3 . .' },
      ],
    },
  ],
};
