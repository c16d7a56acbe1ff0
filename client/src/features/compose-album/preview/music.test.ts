import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { arrangeMusic } from '#shared/arrangement.ts';
import { musicTrackIds } from '#shared/music.ts';
import { musicFormSchema, placementSchema } from '#shared/music-form.ts';
import { soundsOf } from './music.ts';

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../../server/music/${file}`, import.meta.url), 'utf8'));

test('each section is heard from before its bar line until it has rung out', () => {
  const arrangement = arrangeMusic(musicFormSchema.parse(read('solo-piano.json')), 22);
  expect(arrangement.parts.map(({ section, at }) => [section, at])).toEqual([
    ['intro', 0.25],
    ['A.1', 4.538],
    ['coda.2', 13.161],
  ]);
  const sounds = soundsOf(arrangement, placementSchema.parse(read('solo-piano.sections.json')));
  expect(sounds).toEqual([
    { at: 0, offset: 0.2, seconds: 5.22 },
    { at: 4.288, offset: 5.62, seconds: 9.42 },
    { at: 12.911, offset: 89.95, seconds: 10.29 },
  ]);
});

test.each(musicTrackIds)(
  '%s: all sections of an arrangement are recorded, and none begins before the film',
  (id) => {
    const placement = placementSchema.parse(read(`${id}.sections.json`));
    const arrangement = arrangeMusic(musicFormSchema.parse(read(`${id}.json`)), 60);
    const sounds = soundsOf(arrangement, placement);
    expect(sounds).toHaveLength(arrangement.parts.length);
    // Times of the form are rounded to milliseconds.
    for (const { at } of sounds) expect(at).toBeGreaterThan(-0.001);
  },
);
