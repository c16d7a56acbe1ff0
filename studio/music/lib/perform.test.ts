import { expect, test } from 'vitest';
import { arrange } from './arrange.ts';
import { sustainPedal } from './controllers.ts';
import { perform } from './perform.ts';
import { metres, type Piece, type Section } from './score.ts';
import { createClock } from './tempo.ts';

function pieceOf(section: Partial<Section>, changes: Partial<Piece> = {}): Piece {
  return {
    id: 'sedative',
    title: 'Test',
    key: 'C major',
    metre: metres.fourFour,
    tempo: 60,
    form: 'A',
    rubato: 0,
    phrase: 4,
    room: 'salon',
    ending: { ring: 2, fade: 2 },
    seed: 1,
    sections: [{ name: 'A', chords: 'C | F | G7 | C', dynamics: 'mp', parts: [], ...section }],
    ...changes,
  };
}
const clockOf = (piece: Piece) => createClock(piece, arrange(piece));
const chords = { instrument: 'piano', figure: '1+2+3' } as const;

test('without rubato a piece keeps its tempo, counted in pulses', () => {
  expect(clockOf(pieceOf({}))(16)).toBeCloseTo(16, 6);
  const compound = pieceOf({}, { metre: metres.sixEight, tempo: 60 });
  expect(clockOf(compound)(24)).toBeCloseTo(8, 6);
});

test('a phrase flows in its middle and holds back at its end; a ritardando slows further; time never turns', () => {
  const clock = clockOf(pieceOf({ ritardando: { units: 4, to: 0.5 } }, { rubato: 0.1 }));
  const beats = Array.from({ length: 16 }, (_, beat) => clock(beat + 1) - clock(beat));
  expect(beats[7]).toBeLessThan(beats[0] ?? 0);
  expect(beats[11]).toBeLessThan(beats[12] ?? 0);
  expect(beats[15]).toBeGreaterThan(1.4);
  expect(Math.min(...beats)).toBeGreaterThan(0.8);
});

test('no two notes of a chord fall quite together, and none far from its beat', () => {
  const { tracks } = perform(pieceOf({ parts: [chords] }));
  const times = tracks[0]?.notes.slice(0, 3).map(({ time }) => time) ?? [];
  expect(new Set(times).size).toBe(3);
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(0.06);
});

test('the melody is louder than its accompaniment', () => {
  const line = 'C6:4 | A5:4 | G5:4 | C6:4';
  const parts = [{ instrument: 'piano', role: 'melody', line } as const, chords];
  const notes = perform(pieceOf({ parts })).tracks[0]?.notes ?? [];
  const [sung, played] = [notes.filter(({ pitch }) => pitch > 76), notes.filter(({ pitch }) => pitch <= 76)];
  expect(Math.min(...sung.map(({ velocity }) => velocity))).toBeGreaterThan(
    Math.max(...played.map(({ velocity }) => velocity)),
  );
});

test('a crescendo grows', () => {
  const notes = perform(pieceOf({ parts: [chords], dynamics: 'p < f' })).tracks[0]?.notes ?? [];
  expect(notes.at(-1)?.velocity).toBeGreaterThan((notes[0]?.velocity ?? 1) * 1.15);
});

test('the pedal is changed with each harmony: up at the new chord, down while its keys are held', () => {
  const track = perform(pieceOf({ parts: [chords] })).tracks[0];
  const pedal = track?.controllers.filter(({ number }) => number === sustainPedal) ?? [];
  expect(pedal.map(({ value }) => value)).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
  const [, , up, down] = pedal.map(({ time }) => time);
  expect(up).toBeCloseTo(4.24, 1);
  expect((down ?? 0) - (up ?? 0)).toBeCloseTo(0.1, 5);
});

test('a key that is struck again was let go before', () => {
  const repeated = { instrument: 'piano', figure: 'b', step: 0.5 } as const;
  const notes = perform(pieceOf({ chords: 'C', parts: [repeated, repeated] })).tracks[0]?.notes ?? [];
  const gaps = notes
    .slice(1)
    .map(({ time }, index) => time - (notes[index]?.time ?? 0) - (notes[index]?.duration ?? 0));
  expect(gaps).toHaveLength(15);
  expect(Math.min(...gaps)).toBeGreaterThan(-0.02);
});

test('what an instrument does not have is refused, and so are lines that do not fill their section', () => {
  const low = { instrument: 'violin', role: 'melody', line: 'C3:4 | r:4 | r:4 | r:4' } as const;
  expect(() => perform(pieceOf({ parts: [low] }))).toThrow('the violin has no pitch 48');
  expect(() => perform(pieceOf({ parts: [{ ...low, line: 'C5:4' }] }))).toThrow(
    'A: the violin has 1 of 4 bars',
  );
  expect(() => perform(pieceOf({ parts: [chords], dynamics: 'loud' }))).toThrow('loud is not a dynamic mark');
});
