import { fileNameOf } from '#shared/file-name.ts';
import type { Language } from '#shared/languages.ts';
import type { Rendition } from '#shared/renditions.ts';
import type { Db } from '#server/platform/database/db.ts';
import { html, lines } from '#server/platform/texts/html.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import { audioKey } from '../audio/audio-keys.ts';
import { boxPhotoKey, boxStoryKey } from '../boxes/box-keys.ts';
import { playedPrefix, videoKey } from '../media/film-keys.ts';
import { albumsVisibleTo, videosVisibleTo } from '../media/visibility.ts';

/** A stored object that goes into an archive. */
export interface ArchiveFile {
  /** Its path in the archive. */
  path: string;
  key: string;
}

/** All data about a user except credentials: no hashes, no tokens. */
export async function readRecords(db: Db, userId: string) {
  const own = { where: { userId }, orderBy: { createdAt: 'asc' } } as const;
  return {
    account: await db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { id: true, email: true, createdAt: true, verifiedAt: true },
    }),
    videos: await db.videoTask.findMany({ ...own, where: { ...videosVisibleTo('session'), userId } }),
    albums: await db.album.findMany({
      where: { ...albumsVisibleTo('session'), userId },
      orderBy: { createdAt: 'asc' },
      omit: { sequence: true },
      include: { clips: true },
    }),
    recordings: await db.audio.findMany(own),
    purchases: await db.purchase.findMany(own),
    withdrawals: await db.withdrawal.findMany(own),
    credits: await db.creditEntry.findMany({ ...own, omit: { id: true } }),
    sessions: await db.session.findMany({
      ...own,
      select: { userAgent: true, createdAt: true, seenAt: true, expiresAt: true },
    }),
    passkeys: await db.passkey.findMany({
      ...own,
      select: { name: true, createdAt: true, lastUsedAt: true },
    }),
    mails: await db.mailPreference.findUnique({ where: { userId }, select: { wanted: true } }),
    consents: await db.uploadConsent.findMany({ where: { userId } }),
    boxes: await db.box.findMany({
      ...own,
      omit: { secretHash: true },
      include: { photos: { omit: { secretHash: true, senderKey: true } } },
    }),
    frames: await db.display.findMany({ ...own, omit: { secretHash: true } }),
    webhooks: await db.webhook.findMany({ ...own, omit: { secret: true, formerSecret: true } }),
    tokens: await db.apiToken.findMany({ ...own, omit: { hash: true } }),
  };
}
export type Records = Awaited<ReturnType<typeof readRecords>>;

/**
 * The films, in the rendition that their owner is entitled to, the photos, of which some may be deleted already, the
 * recordings, and what waits in boxes.
 */
export function filesOf({ videos, albums, recordings, boxes }: Records, rendition: Rendition): ArchiveFile[] {
  const films = (kind: string, rows: { id: string; name: string | null; prefix: string | null }[]) =>
    rows.flatMap(({ id, name, prefix }) => {
      const title = name === null ? '' : `${fileNameOf(name)}-`;
      return prefix === null ? [] : [{ path: `${kind}/${title}${id}.mp4`, key: videoKey(prefix, rendition) }];
    });
  return [
    ...films(
      'videos',
      videos.map((video) => ({ ...video, prefix: playedPrefix(video) })),
    ),
    ...films(
      'albums',
      albums.map((album) => ({ ...album, prefix: album.renditionPrefix })),
    ),
    ...videos
      .filter(({ photoKey }) => photoKey !== '')
      .map(({ id, photoKey }) => ({ path: `photos/${id}.jpg`, key: photoKey })),
    ...recordings.map(({ id }) => ({ path: `recordings/${id}.m4a`, key: audioKey(id) })),
    ...boxes
      .flatMap(({ photos }) => photos)
      .filter(({ status }) => status === 'waiting')
      .flatMap(({ id, storySeconds }) => [
        { path: `boxes/${id}.jpg`, key: boxPhotoKey(id) },
        ...(storySeconds === null ? [] : [{ path: `boxes/${id}.m4a`, key: boxStoryKey(id) }]),
      ]),
  ];
}

/** The videos that an archive's films show. */
export function taskIdsOf({ videos, albums }: Records): string[] {
  const own = videos.filter((video) => playedPrefix(video) !== null).map(({ id }) => id);
  const inAlbums = albums.filter(({ renditionPrefix }) => renditionPrefix !== null);
  return [...new Set([...own, ...inAlbums.flatMap(({ clips }) => clips.map(({ taskId }) => taskId))])];
}

/** The records as a readable HTML page with links to the archive's files. */
export function readableRecords(records: Records, files: readonly ArchiveFile[], language: Language): string {
  const texts = serverTexts[language].export;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const items = files.map(({ path }) => html`<li><a href="${encodeURI(path)}">${path}</a></li>`);
  const purchases = records.purchases
    .filter(({ status }) => status === 'paid')
    .map(
      (each) =>
        html`<li>${day.format(each.createdAt)}: ${(each.amountPaid ?? 0) / 100} EUR, ${each.credits} ${texts.credits}</li>`,
    );
  return lines([
    html`<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${texts.title}</title>`,
    html`<h1>${texts.title}</h1><p>${records.account.email}, ${texts.since} ${day.format(records.account.createdAt)}</p>`,
    html`<h2>${texts.files}</h2><ul>${items}</ul>`,
    html`<h2>${texts.purchases}</h2><ul>${purchases}</ul>`,
    html`<p><a href="records.json">records.json</a>: ${texts.records}</p></html>`,
  ]).text;
}
