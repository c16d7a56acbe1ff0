import { metres, type Piece } from '../lib/score.ts';

// Light on water: Lydian chords that float over a held D flat, and four bell tones that answer themselves from afar.
const pad = {
  instrument: 'warmPad',
  figure: 'b+1+2+3+4',
  tied: true,
  voices: 4,
  range: 'F3-F5',
  bass: 'Db2-C3',
  level: 0.85,
} as const;
const air = {
  instrument: 'slowStrings',
  figure: '1+2',
  tied: true,
  voices: 2,
  range: 'Ab4-Ab5',
  level: 0.5,
} as const;
const harp = {
  instrument: 'harp',
  figure: 'b . 1 . 2 . 3 .',
  step: 0.5,
  range: 'Ab3-Ab4',
  bass: 'Db2-C3',
  level: 1.05,
} as const;
const bells = { instrument: 'celesta', role: 'melody', echo: { after: 1.5, times: 2 } } as const;

export const relaxingAmbient: Piece = {
  id: 'relaxing-ambient',
  title: 'Relaxing Ambient',
  key: 'Db Lydian',
  metre: metres.fourFour,
  tempo: 58,
  form: 'A B A fade',
  rubato: 0.02,
  phrase: 8,
  room: 'cathedral',
  ending: { ring: 1, fade: 10 },
  seed: 88,
  sections: [
    {
      name: 'A',
      chords: 'Dbmaj9 | Dbmaj9 | Eb/Db | Eb/Db | Bbm9 | Bbm9 | Fm9 | Eb/Db',
      dynamics: 'p < mp',
      parts: [
        { ...bells, line: 'r:4 | r F5 Ab5 C6 | Bb5:4 | r:4 | r Db6 C6 Ab5 | F5:4 | r Ab5 C6 Eb6 | Bb5:4' },
        pad,
        harp,
      ],
    },
    {
      name: 'B',
      chords: 'Abmaj9/C | Abmaj9/C | Bbm9 | Eb/Bb | Fm9/Ab | Fm9/Ab',
      dynamics: 'mp',
      parts: [
        {
          instrument: 'vibraphone',
          level: 1.2,
          role: 'melody',
          echo: { after: 1.5, times: 1 },
          line: 'r C5 Eb5 G5 | Bb5:3 Eb5 | F5:2 Db5:2 | Bb4:4 | r Ab5 F5 Eb5 | C5:4',
        },
        pad,
        air,
        { ...harp, figure: 'b . 1 . 3 . 2 .' },
      ],
    },
    {
      name: 'A again',
      chords: 'Dbmaj9 | Dbmaj9 | Eb/Db | Eb/Db | Bbm9 | Abadd9/C | Dbmaj9 | Dbmaj9',
      dynamics: 'mp > pp',
      ritardando: { units: 8, to: 0.8 },
      parts: [
        {
          ...bells,
          line: 'r F5 Ab5 C6 | Eb6:4 | r Bb5 G5 Eb5 | Bb5:4 | r Db6 C6 Ab5 | Eb5:4 | r F5 Ab5 C6 | Ab5:4',
        },
        pad,
        air,
        harp,
      ],
    },
  ],
};
