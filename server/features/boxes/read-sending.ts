import { sentFieldsSchema } from '#shared/schemas/box.ts';
import { AppError } from '#server/platform/errors.ts';
import { chosenFiles, UploadForm } from '#server/rpc/upload-form.ts';
import { readPhotoForm } from '../generation/requests/read-form.ts';
import type { Sending } from './photos.ts';

/**
 * Reads the form of a photo sent to a box: as `readPhotoForm`, and at most one recording, `story`. Throws like it, and
 * AppError `audio_required` for several recordings.
 */
export function readSending(form: UploadForm): Omit<Sending, 'address'> {
  const isStory = ({ field }: { field: string }) => field === 'story';
  const [story, ...more] = chosenFiles(form).filter(isStory);
  if (more.length > 0) throw new AppError('audio_required');
  const rest = new UploadForm(
    form.texts,
    form.files.filter((file) => !isStory(file)),
  );
  return { ...readPhotoForm(rest, sentFieldsSchema), story: story?.content ?? null };
}
