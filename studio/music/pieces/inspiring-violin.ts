import { metres, type Piece } from '../lib/score.ts';

// A violin that keeps taking wing: three rising notes open every phrase, over a harp in flowing triple time.
const harp = { instrument: 'harp', figure: 'b 1 2 3 2 1', step: 0.5, range: 'A3-A4', bass: 'E2-E3' } as const;
const strings = { instrument: 'slowStrings', figure: '1+2+3', tied: true, range: 'E3-A4' } as const;
const ground = { instrument: 'contrabass', figure: 'b', bass: 'E1-E2', range: 'C2-C4', level: 0.8 } as const;
const firstHalf = 'A | D/A | A | E/G# | F#m7 | D | Bm7 | E7sus4';
const secondHalf = 'A | F#m7 | D | Dm6 | A/E | F#m | Bm7:2 E7:1 | A';

export const inspiringViolin: Piece = {
  id: 'inspiring-violin',
  title: 'Inspiring Violin',
  key: 'A major',
  metre: metres.threeFour,
  tempo: 106,
  form: "intro A B A' coda",
  rubato: 0.04,
  phrase: 8,
  room: 'hall',
  ending: { ring: 2.5, fade: 5 },
  seed: 33,
  sections: [
    {
      name: 'intro',
      chords: 'A | D/A | A | E7sus4',
      dynamics: 'p',
      parts: [harp],
    },
    {
      name: 'A',
      chords: `${firstHalf} | ${secondHalf}`,
      dynamics: 'p < mf',
      parts: [
        {
          instrument: 'violin',
          role: 'melody',
          level: 0.9,
          line: `E5:2 F#5:.5 G#5:.5 | A5:2 F#5 | E5:2 C#5 | B4:2 C#5:.5 D5:.5
            | E5:2 C#5 | F#5:1.5 G#5:.5 A5 | B5:2 A5:.5 F#5:.5 | E5:3
            | E5:2 F#5:.5 G#5:.5 | A5:2 E5 | F#5:1.5 A5:.5 D6 | D6:2 B5
            | C#6:2 B5:.5 A5:.5 | A5:2 G#5:.5 F#5:.5 | D5 F#5 G#5 | A5:3`,
        },
        harp,
        { ...strings, level: 0.5 },
      ],
    },
    {
      name: 'B',
      chords: 'D | E/D | C#m7 | F#m | Bm7 | C#7 | D | E7sus4:1 E7:2',
      dynamics: 'mp < mf',
      tempo: 1.03,
      ritardando: { units: 4, to: 0.85 },
      parts: [
        {
          instrument: 'violin',
          role: 'melody',
          line: `F#5 A5 D6 | B5:2 G#5 | E5 G#5 C#6 | A5:2 C#6
            | D6:2 C#6:.5 B5:.5 | B5 G#5 F5 | F#5 A5 B5 | A5 G#5 F#5`,
        },
        {
          instrument: 'harp',
          role: 'inner',
          line: 'r:3 | r:3 | r:3 | r:3 | r:3 | r:3 | r:3 | r E4:.25 F#4:.25 G#4:.25 B4:.25 C#5:.25 D5:.25 E5:.25 G#5:.25',
        },
        { ...harp, figure: 'b 1 2 3 4 3' },
        { ...strings, level: 0.65 },
        ground,
      ],
    },
    {
      name: "A'",
      chords: `${firstHalf} | ${secondHalf}`,
      dynamics: 'mf < f',
      ritardando: { units: 4, to: 0.82 },
      parts: [
        {
          instrument: 'violin',
          role: 'melody',
          line: `E5:2 F#5:.5 G#5:.5 | A5 B5:.5 A5:.5 F#5 | E5:1.5 F#5:.5 E5:.5 C#5:.5 | B4:2 C#5:.5 D5:.5
            | E5:1.5 F#5:.5 C#5 | F#5:1.5 G#5:.5 A5 | B5:1.5 C#6:.5 A5:.5 F#5:.5 | E5:3
            | E5 A5 C#6 | A5:1.5 G#5:.5 F#5 | F#5 A5 D6 | D6:1.5 E6:.5 F6
            | E6:2 C#6 | A5:1.5 B5:.5 C#6 | D6 F#5 G#5 | A5:3`,
        },
        {
          instrument: 'cello',
          role: 'counter',
          level: 0.85,
          line: `C#4:3 | F#4:2 D4 | C#4:2 A3 | B3:2 E4 | C#4:3 | A3:2 D4 | F#4:2 D4 | B3:2 D4
            | C#4:2 E4 | A3:2 C#4 | F#4:3 | F4:2 D4 | E4:3 | C#4:2 A3 | D4:2 D4 | C#4:3`,
        },
        { ...harp, figure: 'b 1 2 3 4 3' },
        { ...strings, level: 0.75 },
        ground,
      ],
    },
    {
      name: 'coda',
      chords: 'D/A | A | Dm6/A | A | A | A',
      dynamics: 'mp > ppp',
      tempo: 0.93,
      ritardando: { units: 9, to: 0.65 },
      parts: [
        { instrument: 'violin', role: 'melody', line: 'F#5:2 A5 | E5:3 | F5:2 D5 | E5:2 C#5 | A4:3 | ~:3' },
        { instrument: 'harp', figure: 'b 1 2 3 2 1', step: 0.5, range: 'A3-A4', bass: 'E2-E3' },
        { ...strings, level: 0.6 },
      ],
    },
  ],
};
