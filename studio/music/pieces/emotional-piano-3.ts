import { metres, type Piece } from '../lib/score.ts';

// Sighs over a heartbeat: the piano stresses every first beat and lets go; a cello takes over in the middle.
const heartbeat = {
  instrument: 'piano',
  figure: 'b 1+2+3 1+2+3 1+2+3 | b 1+2+3 2+3 1+2+3',
  step: 1,
  range: 'C3-Eb4',
  bass: 'C2-B2',
} as const;
const rolled = {
  instrument: 'piano',
  figure: 'b+1+2+3',
  range: 'C3-Eb4',
  bass: 'C2-B2',
  roll: 0.07,
} as const;
const sighing = 'Ab | Eb/G | Db/F | Dbm/E | Ab/Eb';

export const emotionalPiano3: Piece = {
  id: 'emotional-piano-3',
  title: 'Emotional Piano III',
  key: 'Ab major',
  metre: metres.fourFour,
  tempo: 61,
  form: "intro A B A' coda",
  rubato: 0.06,
  phrase: 2,
  room: 'hall',
  ending: { ring: 4, fade: 2.5 },
  seed: 55,
  sections: [
    { name: 'intro', chords: 'Ab | Db/Ab', dynamics: 'pp', parts: [heartbeat] },
    {
      name: 'A',
      chords: `${sighing} | Eb7sus4 Eb7`,
      dynamics: 'p < mp',
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: 'Db5 C5:2 Eb5 | F5 Eb5:2 Bb4 | F5 Ab5:3 | Ab5:2 Db5:2 | C5:3 Eb5 | Ab4:2 G4:2',
        },
        heartbeat,
      ],
    },
    {
      name: 'B',
      chords: 'Fm | Cm/Eb | Dbmaj7 | Ab/C | Bbm7 | Eb7sus4 Eb7',
      dynamics: 'mp < mf',
      tempo: 1.05,
      ritardando: { units: 4, to: 0.85 },
      parts: [
        {
          instrument: 'cello',
          role: 'melody',
          level: 0.85,
          line: 'F3 Ab3 C4:2 | G3 C4 Eb4:2 | F4:2.5 Eb4:.5 F4 | Eb4:3 C4 | Db4:2.5 C4:.5 Bb3 | Ab3:2 G3:2',
        },
        {
          instrument: 'piano',
          role: 'counter',
          line: 'r:4 | r:2 G5 Eb5 | r:4 | r Ab5 C6 Ab5 | r:4 | r:2 Bb4 Eb5',
        },
        { ...heartbeat, figure: 'b 1 2 3 2 1 2 3', step: 0.5, range: 'Ab3-C5' },
      ],
    },
    {
      name: "A'",
      chords: `${sighing} | Bbm7 Eb7 | Ab`,
      dynamics: 'mf > mp',
      ritardando: { units: 6, to: 0.78 },
      parts: [
        {
          instrument: 'piano',
          role: 'melody',
          line: `Db5 C5:1.5 Eb5:.5 Ab5 | F5 Eb5:1.5 G5:.5 Bb5 | Bb5 Ab5:2 C6 | Ab5:2 Db6:2 | C6:2 Bb5 Ab5
            | F5 Db5 Bb4 G4 | Ab4:4`,
        },
        {
          instrument: 'cello',
          role: 'counter',
          level: 0.7,
          line: 'Ab3:4 | Bb3:3 Eb4 | Ab3:2 Db4:2 | Db4:2 Ab3:2 | C4:4 | Bb3:2 Db4:2 | C4:4',
        },
        heartbeat,
      ],
    },
    {
      name: 'coda',
      chords: 'Db/Ab | Dbm/Ab | Ab',
      dynamics: 'p > ppp',
      tempo: 0.85,
      ritardando: { units: 8, to: 0.65 },
      parts: [
        { instrument: 'piano', role: 'melody', line: 'F5:2 Ab5:2 | E5:4 | Eb5:4' },
        { instrument: 'cello', role: 'counter', level: 0.7, line: 'Ab3:4 | ~:4 | C4:4' },
        rolled,
      ],
    },
  ],
};
