import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { timelineOf } from '#shared/film/timeline.ts';
import type { MusicTrackId } from '#shared/music.ts';
import { noteOf } from '#shared/provenance.ts';
import { type Rendition, renditions, smallOf } from '#shared/renditions.ts';
import { dayOf } from '#shared/taken-on.ts';
import type { CredentialWriter } from '#server/engine/credentials/credentials.ts';
import type { FilmClip, FilmMaker } from '#server/engine/join/types.ts';
import type { Album } from '#server/generated/prisma/client.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { fetchAudio } from '../audio/use-audio.ts';
import { createFilmCache } from '../media/film-cache.ts';
import { storeRenditions, videoKey } from '../media/film-keys.ts';
import { mergeProvenance, recordProvenance, sealRendition } from '../media/provenance.ts';
import { type FoundVideo, findVideos } from '../media/videos.ts';
import { type RunOutput, type Run, type RunDeps, runRowJob } from '../job-lifecycle/run-job.ts';
import { makeSmall } from './small-version.ts';
import { type AlbumEndDeps, albumJob, type FilmFacts } from './album-job.ts';
import { type AsMade, asksForNothing, asMadeOf, lookOf, voicesOf } from './film-look.ts';
import { filmItems } from './film-items.ts';
import { planAlbum, type SpokenVoice, spokenIn } from './film-shots.ts';

export interface AlbumDeps extends RunDeps, AlbumEndDeps {
  films: FilmMaker;
  credentials: CredentialWriter;
}

/** The share of a rendition's progress that making the film takes, if it also needs a version for messengers. */
const filmShare = 0.6;

/**
 * Makes both renditions of one album regardless of the owner's entitlement, so that a later purchase gives access to
 * the clean one with the next request, and a small version of each film that is too large for messengers. Ends the
 * album `completed`, or `failed` if a retry is pointless: `album_video_gone` if a video has been deleted, `album_audio_gone` if a recording has been, `film_hidden` if one has been hidden,
 * `album_failed` if a clip can't be read. Otherwise behaves as `runRowJob` specifies. Encoded pieces are kept in the
 * owner's film cache.
 */
export function runAlbum(deps: AlbumDeps, albumId: string, signal: AbortSignal): Promise<void> {
  return runRowJob(albumJob, deps, albumId, signal, (run) => makeRenditions(deps, run));
}

async function makeRenditions(deps: AlbumDeps, run: Run<number>): Promise<RunOutput<FilmFacts>> {
  const album = await deps.db.album.findUniqueOrThrow({
    where: { id: run.id },
    include: { clips: { orderBy: { position: 'asc' }, select: { taskId: true } } },
  });
  const files = (rendition: Rendition) => ({
    video: path.join(run.workDir, `${rendition}.mp4`),
    poster: path.join(run.workDir, `${rendition}.jpg`),
    small: path.join(run.workDir, `${smallOf(rendition)}.mp4`),
  });
  const small: Rendition[] = [];
  const videoIds = album.clips.map(({ taskId }) => taskId);
  const asMade = asMadeOf(album.asMade);
  const fixed = asMade?.videos.map(({ takenOn, ...video }) => ({
    ...video,
    takenOn: takenOn === null ? null : new Date(takenOn),
  }));
  const videos = await findVideos(deps.db, album.userId, videoIds, fixed);
  if (!videos) throw new AppError('album_video_gone');
  const albumName = asMade?.name ?? album.name;
  const look = lookOf(album.look);
  const musicTrack = album.musicTrack as MusicTrackId | null;
  const song = album.audioId
    ? await fetchAudio(deps, album.userId, album.audioId, path.join(run.workDir, 'song.m4a'))
    : null;
  const voices = await fetchVoices(deps, album, videoIds, run.workDir);
  const plan = await planAlbum(look, { musicTrack, song, voices }, videos);
  const sound = { music: plan.music !== null, voice: voices.length > 0 };
  const shown = plan.shots.flatMap(({ video }) => (video === undefined ? [] : [videos[video]!]));
  const making = mergeProvenance(
    shown.map((video) => video.making),
    sound,
  );
  const facts: FilmFacts[] = [];
  for (const [index, rendition] of renditions.entries()) {
    const workDir = path.join(run.workDir, rendition);
    const onProgress = (done: number) => run.onProgress((index + done) / renditions.length);
    const { video, poster } = files(rendition);
    const clips = await fetchClips(deps.storage, shown, rendition, path.join(workDir, 'clips'));
    await mkdir(path.join(workDir, 'film'));
    const { width, height, shots } = await deps.films.make({
      clips: filmItems(plan.shots, clips, { look, albumName, videos: shown, rendition }),
      format: look.format ?? 'auto',
      mat: asksForNothing(look) ? 'blur' : 'paper',
      rendition,
      music: plan.music,
      ...(sound.voice ? { voices: spokenIn(plan.shots, voices) } : {}),
      output: video,
      poster,
      note: noteOf(making),
      workDir: path.join(workDir, 'film'),
      cache: createFilmCache(deps, album.userId),
      onProgress: (done) => onProgress(done * filmShare),
      signal: run.signal,
    });
    facts.push({
      width,
      height,
      timeline: timelineOf(plan.shots, shots, videoIds),
      asMade: { name: albumName, videos: videos.map(madeOf) },
    });
    const ingredients = shown.map((video, position) => ({
      path: clips[position]!.path,
      type: 'video/mp4' as const,
      title: 'Video' as const,
      makers: video.making.makers,
    }));
    const { size: unsealed } = await stat(video);
    await sealRendition(deps.credentials, video, rendition, { making, ingredients });
    const made = await makeSmall(deps, {
      film: video,
      unsealed,
      output: files(rendition).small,
      sound: sound.music || sound.voice,
      making,
      rendition,
      signal: run.signal,
      onProgress: (done) => onProgress(filmShare + done * (1 - filmShare)),
    });
    if (made) small.push(rendition);
    // Halves the peak disk space that an album of 50 clips needs.
    await rm(workDir, { recursive: true });
  }
  const kept = (rendition: Rendition) => ({
    ...files(rendition),
    small: small.includes(rendition) ? files(rendition).small : null,
  });
  const both = { clean: kept('clean'), watermarked: kept('watermarked') };
  return {
    store: (prefix) => storeRenditions(deps.storage, prefix, both),
    // The same in both renditions.
    result: facts[0]!,
    record: (tx, prefix) => recordProvenance(tx, { albumId: album.id }, prefix, making, small),
  };
}

const madeOf = ({ prefix, name, takenOn }: FoundVideo): AsMade['videos'][number] => ({
  prefix,
  name,
  takenOn: dayOf(takenOn),
});

async function fetchVoices(
  deps: AlbumDeps,
  { userId, voices }: Pick<Album, 'userId' | 'voices'>,
  videoIds: readonly string[],
  folder: string,
): Promise<SpokenVoice[]> {
  const fetched: SpokenVoice[] = [];
  for (const [index, { audioId, videoId, text }] of voicesOf(voices).entries())
    fetched.push({
      ...(await fetchAudio(deps, userId, audioId, path.join(folder, `voice-${index}.m4a`))),
      ...(videoId === undefined ? {} : { video: videoIds.indexOf(videoId) }),
      ...(text === undefined ? {} : { text }),
    });
  return fetched;
}

async function fetchClips(
  storage: Storage,
  videos: readonly FoundVideo[],
  rendition: Rendition,
  folder: string,
): Promise<FilmClip[]> {
  await mkdir(folder, { recursive: true });
  const fetched: FilmClip[] = [];
  for (const [index, { prefix }] of videos.entries()) {
    const clip = { identity: videoKey(prefix, rendition), path: path.join(folder, `${index}.mp4`) };
    await storage.fetchToFile(clip.identity, clip.path);
    fetched.push(clip);
  }
  return fetched;
}
