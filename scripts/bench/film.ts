import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import type { Film, FilmRequest } from '#server/engine/join/types.ts';
import { filmItems } from '#server/features/albums/film-items.ts';
import { loadMusic } from '#server/platform/music-sections.ts';
import { planFilm } from '#shared/film/plan.ts';
import type { FilmLook } from '#shared/schemas/film.ts';
import { median } from '../lib/statistics.ts';
import { withOtherHeaders } from './lib/encode-again.ts';
import { makeFilm } from './lib/film-run.ts';
import { type Cost, measure, report } from './lib/measure.ts';
import { animateSamples } from './lib/sample-clips.ts';

const count = 20;
const rounds = 3;

/** Compares films that are cut on their music, with and without captions, with encoding every frame of them. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memori-bench-'));
  try {
    const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
    const samples = await animateSamples(ffmpeg.path, folder);
    const others = await withOtherHeaders(folder, ffmpeg, samples);
    const contenders = {
      plain: await filmOf(samples, {}),
      captioned: await filmOf(samples, { captions: true }),
      full: await filmOf(others, {}),
    };
    const costs: Record<keyof typeof contenders, Cost[]> = { plain: [], captioned: [], full: [] };
    const films: Partial<Record<keyof typeof contenders, Film>> = {};
    const names = ['plain', 'captioned', 'full'] as const;
    for (let round = 0; round < rounds; round++)
      for (const name of names) {
        const { clips, music } = contenders[name];
        costs[name].push(
          await measure(async () => {
            films[name] = await makeFilm(ffmpeg, clips, music, join(folder, 'film.mp4'));
          }),
        );
      }
    for (const name of names) {
      report(`${count} clips, ${name}, wall`, median(costs[name].map(({ wall }) => wall)), 0, 'ms');
      report(`${count} clips, ${name}, frames copied`, films[name]!.copiedFrames, 0);
      report(`${count} clips, ${name}, frames encoded`, films[name]!.encodedFrames, 0);
    }
    for (const name of ['plain', 'captioned'] as const) {
      const ratios = costs.full.map(({ wall }, i) => wall / costs[name][i]!.wall);
      report(`${count} clips, wall ratio of full to ${name}`, median(ratios));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A film at a natural pace, with music and both cards. */
async function filmOf(
  samples: readonly string[],
  look: FilmLook,
): Promise<Pick<FilmRequest, 'clips' | 'music'>> {
  const { form, placement, sections } = await loadMusic('just-relax');
  const files = Array.from({ length: count }, (_, i) => samples[i % samples.length]!);
  const { shots, arrangement } = planFilm({
    pace: 'natural',
    length: 'full',
    videos: files.map(() => ({ loops: true })),
    titleCard: true,
    closingCard: true,
    form,
  });
  const clips = files.map((path, i) => ({ path, identity: `${path} ${i}` }));
  const making = { makers: [], photos: [], steps: [] };
  const videos = files.map((_, i) => ({ prefix: '', making, name: `Photo ${i + 1}`, takenOn: null }));
  const texts = { look, albumName: 'Summer of 1962', videos, rendition: 'clean' as const };
  return { clips: filmItems(shots, clips, texts), music: { sections, placement, arrangement: arrangement! } };
}
