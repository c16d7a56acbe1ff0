import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appLimits } from '#shared/app-limits.ts';
import type { VideoPreview } from '#shared/schemas/video-preview.ts';
import { foreseeVideo } from '#server/engine/animate/seeing/analysis.ts';
import type { PhotoPreview } from '#server/engine/animate/seeing/preview-photo.ts';
import { RenderError } from '#server/engine/animate/render-error.ts';
import { AppError } from '#server/platform/errors.ts';
import { uploadFilename } from '#server/platform/files/stale-uploads.ts';
import { type LinkDeps, withPhoto } from '../photos/linked-photo.ts';
import { prepareUpload, type PreparedUpload } from '../photos/prepare-upload.ts';
import { inPreviewLine } from './preview-line.ts';
import { type GenerationRequest, refuseByName } from './request-generation.ts';

/**
 * Tells what would happen in the video of a photo, made by our own animator: validates and prepares it as for the video,
 * and looks at it, in the user's turn. Creates nothing, costs nothing and keeps no file. Throws AppError `upload_aborted`
 * if `signal` is aborted, `service_unavailable` if it can't be looked at, and the errors of `inPreviewLine`, `withPhoto`
 * and `preparePhoto`.
 */
export async function previewGeneration(
  deps: LinkDeps,
  { photo, ...request }: GenerationRequest,
  signal?: AbortSignal,
): Promise<VideoPreview> {
  refuseByName(request);
  const prepared = await withPhoto(deps, photo, signal, (upload) =>
    prepareUpload(upload, request, request.userId),
  );
  const look = () => lookAt(deps, prepared, request, signal);
  return present(await inPreviewLine(request.userId, look, signal), request.border);
}

async function lookAt(
  { uploadDir }: LinkDeps,
  { photo, seed }: PreparedUpload,
  options: Omit<GenerationRequest, 'photo'>,
  signal?: AbortSignal,
): Promise<PhotoPreview> {
  const [photoPath, outputPath] = [uploadFilename(), uploadFilename()].map((name) =>
    path.join(uploadDir, name),
  );
  const { motion, liveliness, turn, rest, border, restore } = options;
  try {
    await writeFile(photoPath!, photo.jpeg);
    const photoOptions = { motion, liveliness, turn, rest, border, restore };
    return await foreseeVideo(
      { photoPath: photoPath!, outputPath: outputPath!, seed, options: photoOptions },
      signal,
    );
  } catch (cause) {
    throw cause instanceof RenderError ? new AppError('service_unavailable', { cause }) : cause;
  } finally {
    for (const file of [photoPath!, outputPath!]) await rm(file, { force: true });
  }
}

function present(
  { turn, isPrint, isDamaged, motion, faces }: PhotoPreview,
  border: GenerationRequest['border'],
): VideoPreview {
  return {
    turn,
    print: { found: isPrint, cropped: isPrint && border === 'crop' },
    restoration: { suggested: isDamaged },
    motion,
    faces: faces.map(({ kind, species, inPhoto, blinks, gazes, turns, why }) => ({
      kind,
      ...(species && { species }),
      x: rounded(inPhoto.x),
      y: rounded(inPhoto.y),
      width: rounded(inPhoto.width),
      height: rounded(inPhoto.height),
      blinks,
      gazes,
      turns,
      ...(why && { why }),
    })),
    credits: appLimits.generation.creditCost,
  };
}

const rounded = (share: number): number => Math.round(10_000 * share) / 10_000;
