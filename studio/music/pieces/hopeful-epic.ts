import { metres, type Piece } from '../lib/score.ts';

// The bass climbs a whole octave under the theme, first in D minor and finally in D major: from dusk into light.
const ascent = 'Dm | C/E | F | Gm7 | Dm/A | Bb | C | A7/C#';
const theme = `D4 F4 A4:2 | G4:2.5 A4:.5 G4 | A4 Bb4 C5:2 | Bb4:2.5 C5:.5 D5
  | F5:2 E5 D5 | D5:2.5 C5:.5 D5 | E5 F5 G5:2 | E5:4`;
const summit = `D5 F#5 A5:2 | A5:2.5 B5:.5 C#6 | D6:3 A5 | B5:2.5 A5:.5 G5
  | F#5 A5 D6:2 | D6:2 C6 D6 | E6:2.5 D6:.5 E6 | F#6:4 | ~:3 r`;

const ripple = {
  instrument: 'piano',
  figure: 'b 1 2 3 2 3 2 1',
  step: 0.5,
  range: 'A3-A4',
  bass: 'D2-D3',
} as const;
const drive = {
  instrument: 'cello',
  figure: 'b b 1 b b 1 b 1',
  step: 0.5,
  ring: 0.4,
  voices: 2,
  range: 'A2-F3',
  bass: 'D2-D3',
} as const;
const ground = { instrument: 'contrabass', figure: 'b', bass: 'D1-D2', range: 'C2-C4' } as const;
const pad = { instrument: 'strings', figure: '1+2+3', tied: true, range: 'D3-F4' } as const;
const choir = { instrument: 'choir', figure: '1+2+3', tied: true, range: 'F3-D5' } as const;

export const hopefulEpic: Piece = {
  id: 'hopeful-epic',
  title: 'Hopeful Epic',
  key: 'D minor to D major',
  metre: metres.fourFour,
  tempo: 96,
  form: "intro A A' B C coda",
  rubato: 0.02,
  phrase: 8,
  room: 'cathedral',
  ending: { ring: 4, fade: 2.5 },
  seed: 22,
  sections: [
    { name: 'intro', chords: 'Dm | Dm', dynamics: 'mp', parts: [ripple] },
    {
      name: 'A',
      chords: ascent,
      dynamics: 'mp',
      parts: [
        { instrument: 'cello', role: 'melody', line: theme, transpose: -12 },
        ripple,
        { ...pad, level: 0.75 },
      ],
    },
    {
      name: "A'",
      chords: ascent,
      dynamics: 'mp < mf',
      parts: [
        { instrument: 'horn', role: 'melody', line: theme, transpose: -12 },
        { instrument: 'strings', role: 'melody', line: theme, level: 0.8 },
        {
          instrument: 'timpani',
          role: 'inner',
          line: 'D2 r:3 | r:4 | F2 r:3 | r:4 | A2 r:3 | r:4 | C3 r:3 | A2:.5 A2:.5 A2:.5 A2:.5 A2:.5 A2:.5 A2:.5 A2:.5',
          level: 1.3,
        },
        ripple,
        drive,
        { ...pad, level: 0.6 },
        ground,
      ],
    },
    {
      name: 'B',
      chords: 'F | C/E | Dm | Bb | F/A | Bb | Gm7 | Asus4 A',
      dynamics: 'mp < f',
      ritardando: { units: 3, to: 0.85 },
      parts: [
        {
          instrument: 'strings',
          role: 'melody',
          line: `C5:1.5 F5:.5 A5:2 | G5:2.5 E5:.5 C5 | D5:1.5 F5:.5 A5:2 | Bb5:2 A5 G5
            | F5 A5 C6:2 | D6:3 C6 | Bb5:2 G5 Bb5 | A5:2 G5 E5`,
        },
        {
          instrument: 'horn',
          role: 'counter',
          line: 'A3:4 | G3:4 | F3:2 A3:2 | D4:2 F4:2 | C4:4 | Bb3:2 D4:2 | D4:4 | D4:2 C#4:2',
        },
        { ...ripple, figure: 'b 1 2 3 4 3 2 3' },
        choir,
        ground,
      ],
    },
    {
      name: 'C',
      chords: 'D | A/E | D/F# | G | D/A | Bb | C | D | D',
      dynamics: 'f < ff',
      tempo: 0.98,
      ritardando: { units: 5, to: 0.8 },
      parts: [
        { instrument: 'strings', role: 'melody', line: summit },
        { instrument: 'horn', role: 'counter', line: summit, transpose: -24, level: 1.05 },
        {
          instrument: 'timpani',
          role: 'inner',
          line: 'D2:1.5 D2:.5 r:2 | E2:1.5 A2:.5 r:2 | F#2:1.5 D2:.5 r:2 | G2:1.5 G2:.5 r:2 | A2:1.5 A2:.5 r:2 | Bb2:1.5 Bb2:.5 r:2 | C3:.5 C3:.5 C3:.5 C3:.5 C3:.5 C3:.5 C3:.5 C3:.5 | D3:1.5 D2:.5 D3:1.5 D2:.5 | D2 r:3',
          level: 1.2,
        },
        { ...ripple, figure: 'b 1 2 3 4 3 2 3' },
        drive,
        { ...choir, level: 0.85 },
        ground,
      ],
    },
    {
      name: 'coda',
      chords: 'Gm6/D | D | Gm6/D | D',
      dynamics: 'mf > p',
      tempo: 0.92,
      ritardando: { units: 8, to: 0.65 },
      parts: [
        { instrument: 'piano', role: 'melody', line: 'D5:2 Bb4:2 | A4 D5 F#5:2 | E5:2 Bb4:2 | A4:4' },
        { ...ripple, figure: 'b 1 2 3 . . . .' },
        { ...pad, level: 0.55 },
      ],
    },
  ],
};
