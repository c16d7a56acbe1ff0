import { z } from 'zod';
import type { ErrorCode } from '#shared/errors.ts';
import {
  addedAudioSchema,
  audioFieldsSchema,
  audioRefSchema,
  audioSchema,
  storiesSchema,
} from '#shared/schemas/audio.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireCaller } from '#server/rpc/admission.ts';
import { personIdOf } from '#server/rpc/caller.ts';
import type { Context } from '#server/rpc/context.ts';
import { exampleIds } from '#server/rpc/example-ids.ts';
import { operation, success, successSchema } from '#server/rpc/operation.ts';
import { chosenFiles, readTexts, UploadForm } from '#server/rpc/upload-form.ts';
import { addAudio, deleteAudio, listAudio } from './audio.ts';
import { listStories } from './stories.ts';

/** Checks the caller, counts the call and waits for an upload slot, before the recording is read. */
async function admitAudio(ctx: Context): Promise<void> {
  const auth = await requireCaller(ctx, 'albums');
  await ctx.deps.limiters.audio.take(personIdOf(auth), ctx.reportLimit);
  await ctx.enterUpload(auth.user.id);
}

/** By REST only: files can't be sent as JSON. */
const audioForm = z
  .custom<UploadForm>((input) => input instanceof UploadForm, 'invalid_request' satisfies ErrorCode)
  .transform((form) => {
    const [file, ...more] = chosenFiles(form);
    if (!file || more.length > 0 || file.field !== 'audio') throw new AppError('audio_required');
    const { purpose } = audioFieldsSchema.parse(readTexts(form, Object.keys(audioFieldsSchema.shape)));
    return { upload: file.content, purpose };
  });

const added: z.output<typeof addedAudioSchema> = {
  audioId: exampleIds.audioId,
  seconds: 187.4,
  purpose: 'music',
};

/** A user's own songs and spoken words, for their films. */
export const audioOperations = {
  add: operation({
    summary:
      'Adds a recording for films: MP3, M4A, WAV, Ogg, FLAC or WebM, of at most 20 MB, judged by its content. It is converted, and nothing of its metadata is kept. It is deleted 30 days after its last use in a film.',
    access: { scope: 'albums' },
    admit: admitAudio,
    rest: {
      id: 'addAudio',
      tag: 'Albums',
      method: 'post',
      path: '/api/audio',
      status: 201,
      form: { fields: audioFieldsSchema, file: 'audio' },
      errors: [
        'audio_required',
        'audio_rights_required',
        'upload_malformed',
        'file_too_large',
        'invalid_audio_type',
        'audio_too_long',
        'audio_broken',
        'audio_silent',
        'too_much_audio',
      ],
      example: { purpose: 'music', rights: 'true' },
      result: added,
      links: { audioId: ['deleteAudio'] },
    },
  })
    .input(audioForm)
    .output(addedAudioSchema)
    .mutation(({ ctx: { deps, auth, storeResult }, input, signal }) =>
      addAudio(deps, { userId: auth.user.id, ...input }, { signal, storeResult }),
    ),

  list: operation({
    summary: 'Lists the latest 100 recordings that are kept, newest first.',
    access: { scope: 'read' },
    rest: {
      id: 'listAudio',
      tag: 'Albums',
      method: 'get',
      path: '/api/audio',
      errors: [],
      result: [{ ...added, createdAt: '2026-11-22T09:30:00.000Z', story: null }],
    },
  })
    .output(z.array(audioSchema))
    .query(({ ctx }) => listAudio(ctx.deps.db, ctx.auth.user.id)),

  stories: operation({
    summary: 'Lists what relatives tell about the photos of these videos, as they sent them to a box.',
    access: 'session',
  })
    .input(storiesSchema)
    .output(z.array(audioSchema))
    .query(({ ctx, input }) => listStories(ctx.deps.db, ctx.auth.user.id, input.videoIds)),

  delete: operation({
    summary: 'Deletes a recording. Finished films keep what they play of it.',
    access: { scope: 'albums' },
    rest: {
      id: 'deleteAudio',
      tag: 'Albums',
      method: 'delete',
      path: '/api/audio/{audioId}',
      errors: ['audio_not_found'],
      result: success,
    },
  })
    .input(audioRefSchema)
    .output(successSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteAudio(ctx.deps, ctx.auth.user.id, input.audioId);
      return success;
    }),
};
