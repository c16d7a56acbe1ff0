import { metres, type Piece } from '../lib/score.ts';

// A tender song: the melody leaps up a sixth and returns by steps, over a bass that descends the scale.
const flowing = {
  instrument: 'piano',
  figure: 'b 1 2 3 2 1 2 1 | b 1 2 3 2 1 2 3 | b 1 2 3 2 3 2 1 | b 1 2 3 . 2 . 1',
  step: 0.5,
  range: 'Bb2-F4',
  bass: 'C2-Eb3',
} as const;
const wide = {
  ...flowing,
  figure: 'b 1 2 3 4 3 2 3 | b 1 2 3 4 5 4 3 | b 1 2 4 3 4 2 3 | b 1 2 3 4 3 2 1',
} as const;
const deep = { ...wide, bass: 'Bb1-C3' } as const;
const halo = { instrument: 'slowStrings', figure: '1+2+3', tied: true, range: 'G3-Eb5' } as const;

export const emotionalPiano1: Piece = {
  id: 'emotional-piano-1',
  title: 'Emotional Piano',
  key: 'Eb major',
  metre: metres.fourFour,
  tempo: 72,
  form: "intro A B A' coda",
  rubato: 0.07,
  phrase: 4,
  room: 'hall',
  ending: { ring: 4, fade: 2.5 },
  seed: 11,
  sections: [
    {
      name: 'intro',
      chords: 'Eb | Ab/Eb',
      dynamics: 'pp < p',
      tempo: 0.94,
      parts: [flowing, { instrument: 'piano', role: 'melody', line: 'r:4 | r:3 Bb4' }],
    },
    {
      name: 'A',
      chords: 'Eb | Bb/D | Cm7 | Gm/Bb | Abmaj7 | Eb/G | Fm7 | Bb7sus4 Bb7',
      dynamics: 'p < mp',
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: `G5:3 F5:.5 Eb5:.5 | F5:1.5 D5:.5 Bb4:2 | Eb5:3 D5:.5 C5:.5 | D5:2 r:.5 Bb4:.5 C5:.5 D5:.5
            | Eb5 Ab5:3 | ~ G5:1.5 F5:.5 Eb5 | ~:.5 F5:.5 G5:.5 Ab5:.5 C5:2 | Eb5:2 D5:1.5 Bb4:.5`,
        },
        flowing,
      ],
    },
    {
      name: 'B',
      chords: 'Cm | Gm/Bb | Ab | Eb/G | Fm7 | Abm6 | Eb/Bb | Bb7sus4 Bb7',
      dynamics: 'mp < mf',
      tempo: 1.04,
      ritardando: { units: 4, to: 0.86 },
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: `r:.5 Eb5:.5 G5 C6:2 | r:.5 D5:.5 G5 Bb5:2 | r:.5 C5:.5 Eb5 Ab5:1.5 G5:.5 | G5:2 F5 Eb5
            | r:.5 F5:.5 Ab5 C6:2 | B5:2 Ab5 B5 | Bb5:1.5 Ab5:.5 G5 Eb5 | Eb5:2 D5:1.5 Bb4:.5`,
        },
        wide,
        { ...halo, level: 0.62 },
      ],
    },
    {
      name: "A'",
      chords: 'Eb | Bb/D | Cm7 | Gm/Bb | Ab Adim7 | Eb/Bb C7 | Fm7 Bb7 | Eb',
      dynamics: 'mf > mp',
      ritardando: { units: 5, to: 0.8 },
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: `G5:2 Ab5:.5 G5:.5 F5:.5 Eb5:.5 | F5:1.5 D5:.5 Bb4:1.5 D5:.5
            | Eb5:2 F5:.5 Eb5:.5 D5:.5 C5:.5 | D5:2 r:.5 Bb4:.5 D5:.5 Eb5:.5
            | Ab5 Bb5 C6:2 | ~:.5 Bb5 Ab5:.5 G5:2 | Ab5:1.5 G5:.5 F5 D5 | Eb5:4`,
        },
        {
          instrument: 'piano',
          role: 'inner',
          transpose: -12,
          level: 0.75,
          line: `G5:2 Ab5:.5 G5:.5 F5:.5 Eb5:.5 | F5:1.5 D5:.5 Bb4:2
            | Eb5:2 F5:.5 Eb5:.5 D5:.5 C5:.5 | D5:2 r:2
            | Ab5 Bb5 C6:2 | ~:.5 Bb5 Ab5:.5 G5:2 | r:4 | r:4`,
        },
        {
          instrument: 'cello',
          role: 'counter',
          level: 0.68,
          line: `Bb3:2 Eb4:2 | D4:3 F4 | Eb4:2 G4:2 | D4:2 G4:2
            | C4:2 Eb4:2 | Eb4:2 E4:2 | F4:2 Ab4:2 | G4:4`,
        },
        deep,
        { ...halo, level: 0.6 },
      ],
    },
    {
      name: 'coda',
      chords: 'Ab/Eb | Abm6/Eb | Eb',
      dynamics: 'p > ppp',
      tempo: 0.88,
      ritardando: { units: 8, to: 0.62 },
      parts: [
        { instrument: 'piano', role: 'melody', line: 'Eb5 Ab5:2 G5 | F5:2 B4:2 | Bb4:4' },
        { ...deep, figure: 'b 1 2 3 . . . .' },
        { ...halo, level: 0.55 },
      ],
    },
  ],
};
