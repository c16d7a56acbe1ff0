import { metres, type Piece } from '../lib/score.ts';

// Falling asleep: a low note, a soft chord, and three falling tones that come more slowly each time.
const lull = {
  instrument: 'electricPiano',
  figure: 'b 1+2+3 .',
  step: 1,
  range: 'G3-D5',
  bass: 'Bb1-Bb2',
  level: 0.9,
} as const;
const pad = { instrument: 'warmPad', figure: '1+2+3', tied: true, range: 'F3-C5', level: 0.9 } as const;

export const sedative: Piece = {
  id: 'sedative',
  title: 'Sedative',
  key: 'Bb major',
  metre: metres.threeFour,
  tempo: 62,
  form: "intro A A' B coda fade",
  rubato: 0.03,
  phrase: 4,
  room: 'cathedral',
  ending: { ring: 3, fade: 6 },
  seed: 121,
  sections: [
    { name: 'intro', chords: 'Ebmaj7 | Bb/D', dynamics: 'p', parts: [lull, pad] },
    {
      name: 'A',
      chords: 'Ebmaj7 | Bb/D | Cm9 | F7sus4 | Ebmaj7 | Dm7 | Gm9 | F9sus4',
      dynamics: 'p < mp',
      parts: [
        {
          instrument: 'piano',
          level: 1.3,
          role: 'melody',
          line: 'r Bb5 G5 | F5:3 | r G5 Eb5 | C5:3 | r Bb5 G5 | A5:2 F5 | D5:2 Bb4 | C5:3',
        },
        lull,
        pad,
      ],
    },
    {
      name: "A'",
      chords: 'Ebmaj7 | Bb/D | Cm9 | Abmaj7 | Gm9 | Cm9 | F9sus4 | Bb69',
      dynamics: 'mp > p',
      tempo: 0.97,
      parts: [
        {
          instrument: 'piano',
          level: 1.3,
          role: 'melody',
          line: 'r Bb5 G5 | F5:2 D5 | r G5 Eb5 | C5:3 | r Bb4 D5 | Eb5:2 D5 | G4:2 C5 | Bb4:3',
        },
        lull,
        pad,
      ],
    },
    {
      name: 'B',
      chords: 'Gm9 | Dm7 | Ebmaj7 | Bb/D | Cm9 | F9sus4',
      dynamics: 'mp > p',
      tempo: 0.95,
      parts: [
        {
          instrument: 'vibraphone',
          level: 1.3,
          role: 'melody',
          line: 'r D5 Bb4 | A4:3 | r Bb4 G4 | F4:3 | r Eb5 D5 | C5:3',
        },
        lull,
        pad,
      ],
    },
    {
      name: 'coda',
      chords: 'Ebmaj7 | Bb/D | Ebmaj7 | Bb69 | Bb69',
      dynamics: 'p > ppp',
      tempo: 0.9,
      ritardando: { units: 9, to: 0.7 },
      parts: [
        { instrument: 'piano', level: 1.3, role: 'melody', line: 'r Bb5 G5 | F5:3 | r G4 Bb4 | D5:3 | ~:3' },
        lull,
        pad,
      ],
    },
  ],
};
