import { metres, type Piece } from '../lib/score.ts';

// A folk tune on the road: oboe and guitar set out, the strings see the house, and the clarinet remembers.
const guitar = {
  instrument: 'guitar',
  figure: 'b 2 1 3 1 2',
  step: 1,
  range: 'D3-G4',
  bass: 'E2-E3',
} as const;
const strings = { instrument: 'slowStrings', figure: '1+2+3', tied: true, range: 'D3-A4' } as const;
const ground = { instrument: 'contrabass', figure: 'b', bass: 'E1-E2', range: 'C2-C4', level: 0.8 } as const;
const refrain = 'G | D/F# | Em7 | D | G | C | G/B A7 | D';
const refrainLine = `B5:3 A5:2 G5 | A5:3 F#5:2 D5 | G5:3 F#5:2 E5 | F#5:3 A5:3
  | B5:2 A5 B5:2 D6 | C6:3 G5:3 | B5:2 G5 E5:2 C#5 | D5:5 r`;

export const theWayHome: Piece = {
  id: 'the-way-home',
  title: 'The Way Home',
  key: 'D major',
  metre: metres.sixEight,
  tempo: 60,
  form: "intro verse refrain bridge refrain' coda",
  rubato: 0.03,
  phrase: 4,
  room: 'hall',
  ending: { ring: 2.5, fade: 5 },
  seed: 110,
  sections: [
    { name: 'intro', chords: 'D | G/D | D | A7sus4', dynamics: 'p < mp', parts: [guitar] },
    {
      name: 'verse',
      chords: 'D | G/D | D | A/C# | Bm | G | Em7 | Asus4 A',
      dynamics: 'mp',
      parts: [
        {
          instrument: 'oboe',
          role: 'melody',
          line: `A4:2 D5 E5:2 F#5 | G5:2 E5 D5:3 | A4:2 D5 E5:2 F#5 | E5:5 r
            | F#5:2 E5 D5:2 B4 | B4:2 D5 B4:3 | G5:2 F#5 E5:2 D5 | D5:3 C#5:3`,
        },
        guitar,
        { ...strings, level: 0.45 },
      ],
    },
    {
      name: 'refrain',
      chords: refrain,
      dynamics: 'mp < mf',
      parts: [
        { instrument: 'flute', role: 'melody', line: refrainLine },
        {
          instrument: 'cello',
          role: 'counter',
          line: 'D4:6 | A3:3 D4:3 | B3:6 | A3:3 F#3:3 | D4:6 | E4:3 G4:3 | D4:3 C#4:3 | A3:6',
        },
        guitar,
        { ...strings, level: 0.65 },
        ground,
      ],
    },
    {
      name: 'bridge',
      chords: 'Bm | F#m/A | G | D/F# | Em7 | Bm/D | C | A7sus4 A7',
      dynamics: 'mp < mf',
      tempo: 0.96,
      ritardando: { units: 5, to: 0.82 },
      parts: [
        {
          instrument: 'clarinet',
          level: 0.85,
          role: 'melody',
          line: `B4:2 C#5 D5:3 | C#5:2 A4 F#4:3 | B4:2 D5 G5:3 | A5:2 F#5 D5:3
            | G5:2 F#5 E5:3 | F#5:2 E5 D5:2 B4 | E5:3 G5:3 | D5:3 C#5:3`,
        },
        guitar,
        { ...strings, level: 0.6 },
      ],
    },
    {
      name: "refrain'",
      chords: refrain,
      dynamics: 'mf < f',
      ritardando: { units: 5, to: 0.82 },
      parts: [
        {
          instrument: 'flute',
          role: 'counter',
          level: 0.75,
          line: `D6:6 | D6:3 F#6:3 | E6:3 D6:2 B5 | D6:3 F#6:3
            | G6:6 | G6:3 E6:3 | D6:3 E6:3 | F#6:5 r`,
        },
        { instrument: 'strings', role: 'melody', line: refrainLine, level: 0.85 },
        {
          instrument: 'horn',
          level: 0.75,
          role: 'counter',
          line: 'D4:6 | A3:3 D4:3 | B3:6 | A3:3 F#3:3 | D4:6 | E4:3 G4:3 | D4:3 C#4:3 | A3:6',
        },
        guitar,
        { ...strings, level: 0.75 },
        ground,
      ],
    },
    {
      name: 'coda',
      chords: 'G/D | D | Gm/D | D | D',
      dynamics: 'mp > ppp',
      tempo: 0.93,
      ritardando: { units: 12, to: 0.62 },
      parts: [
        {
          instrument: 'oboe',
          role: 'melody',
          line: 'B4:2 D5 B4:3 | A4:6 | Bb4:2 D5 Bb4:3 | A4:2 D5 E5:2 F#5 | D5:6',
        },
        { ...guitar, figure: 'b 1 2 3 2 1' },
        { ...strings, level: 0.5 },
      ],
    },
  ],
};
