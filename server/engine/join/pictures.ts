import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { captionSeconds } from '#shared/film/look.ts';
import { limits } from '#shared/limits.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import { cacheKey, type FilmContext } from './context.ts';
import type { PictureInput } from './piece.ts';
import type { Caption } from './piece-kinds.ts';
import { crossfadeFrames } from './standard-format.ts';
import type { FilmCard, FilmClip } from './types.ts';

/** Frames that a caption is seen, fades included, after the crossfade from the clip before. */
const captionFrames = captionSeconds * limits.video.framesPerSecond;

/** Draws a card for a film's frame. */
export async function drawCard(
  context: FilmContext,
  { identity, draw }: FilmCard,
  size: FrameSize,
): Promise<PictureInput> {
  return writePicture(context, [identity, size], await context.tasks.run(() => draw(size)));
}

/** Draws the caption of a clip, if it has one that can be drawn. */
export async function drawCaptionOf(
  context: FilmContext,
  item: FilmClip | FilmCard,
  size: FrameSize,
): Promise<Caption | undefined> {
  if (!('path' in item && item.caption)) return undefined;
  const { identity, draw } = item.caption;
  const drawn = await context.tasks.run(() => draw(size));
  if (!drawn) return undefined;
  const { png, left, top } = drawn;
  const input = await writePicture(context, [identity, size], png);
  return { input, left, top, time: { from: crossfadeFrames, to: crossfadeFrames + captionFrames } };
}

async function writePicture(context: FilmContext, ingredients: unknown, png: Buffer): Promise<PictureInput> {
  const identity = cacheKey(context, ingredients);
  const picture = join(context.request.workDir, `${identity}.png`);
  await writeFile(picture, png);
  return { picture, identity };
}
