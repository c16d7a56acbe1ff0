import { z } from 'zod';
import type { ErrorCode } from '#shared/errors.ts';
import type { OpenBox, SentPhoto } from '#shared/box.ts';
import { boxPhotoRefSchema, sentFieldsSchema } from '#shared/schemas/box.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Context } from '#server/rpc/context.ts';
import type { FileResponse } from '#server/rpc/file-response.ts';
import { perAddress } from '#server/rpc/limits.ts';
import { operation } from '#server/rpc/operation.ts';
import { UploadForm } from '#server/rpc/upload-form.ts';
import { readSending } from './read-sending.ts';
import { findStory, findWaiting } from './review-photos.ts';
import { findOpenBox } from './boxes.ts';
import { boxPhotoKey, boxStoryKey } from './box-keys.ts';
import { requireRoom, sendToBox } from './photos.ts';
import { findSent } from './sent.ts';

const secretSchema = z.object({ secret: z.string() });

/** Only failures count against the address's limit: secrets can't be guessed. */
async function opened({ deps, address, reportLimit }: Context, secret: string) {
  const box = await findOpenBox(deps.db, secret);
  if (box) return box;
  await deps.limiters.anonymous.take(address, reportLimit);
  throw new AppError('box_not_found');
}

/** Checks what can be checked before a relative's photo is read, and waits for their turn to send it. */
async function admitSender(ctx: Context, { secret = '' }: Readonly<Record<string, string>>): Promise<void> {
  const { deps, address, reportLimit } = ctx;
  const box = await opened(ctx, secret);
  await deps.limiters.box.take(address, reportLimit);
  await requireRoom(deps.db, box, address);
  await ctx.enterBox(box.id);
}

/** For relatives, who have a box's or a sent photo's secret and no account, and the waiting photos for their owner. */
export const boxFileOperations = {
  open: operation({
    summary: 'Returns the name of a box, whether it asks for stories, and until when it is open.',
    access: 'link',
    rest: {
      id: 'getBox',
      tag: 'Media',
      method: 'get',
      path: '/api/box/{secret}',
      undocumented: true,
      errors: ['box_not_found'],
    },
  })
    .input(secretSchema)
    .query(async ({ ctx, input }): Promise<OpenBox> => {
      const { name, asksForStory, closesAt } = await opened(ctx, input.secret);
      return { name, asksForStory, closesAt: closesAt.toISOString() };
    }),

  send: operation({
    summary: 'Sends a photo to a box, and what its sender tells about it. Returns the secret of its state.',
    access: 'link',
    admit: admitSender,
    rest: {
      id: 'sendToBox',
      tag: 'Media',
      method: 'post',
      path: '/api/box/{secret}',
      undocumented: true,
      status: 201,
      form: { fields: sentFieldsSchema, also: 'story' },
      errors: ['box_not_found'],
    },
  })
    .input(
      secretSchema.extend({
        form: z.custom<UploadForm>(
          (form) => form instanceof UploadForm,
          'invalid_request' satisfies ErrorCode,
        ),
      }),
    )
    .mutation(async ({ ctx, input: { secret, form }, signal }): Promise<{ secret: string }> => {
      const box = await opened(ctx, secret);
      const sending = { ...readSending(form), address: ctx.address };
      return { secret: await sendToBox(ctx.deps, box, sending, signal) };
    }),

  sent: operation({
    summary: 'Returns the state of a photo that was sent to a box.',
    access: 'link',
    limit: perAddress('anonymous'),
    rest: {
      id: 'getSentPhoto',
      tag: 'Media',
      method: 'get',
      path: '/api/sent/{secret}',
      undocumented: true,
      errors: ['box_photo_not_found'],
    },
  })
    .input(secretSchema)
    .query(async ({ ctx, input }): Promise<SentPhoto> => {
      const sent = await findSent(ctx.deps.db, input.secret);
      if (!sent) throw new AppError('box_photo_not_found');
      return sent;
    }),

  photo: operation({
    summary: 'Returns a photo that waits in a box of the user.',
    access: 'session',
    rest: {
      id: 'getBoxPhoto',
      tag: 'Media',
      method: 'get',
      path: '/api/box-photos/{id}.jpg',
      undocumented: true,
      file: { type: 'image/jpeg', sends: 'byte-ranges' },
      errors: ['box_photo_not_found'],
    },
  })
    .input(boxPhotoRefSchema)
    .query(async ({ ctx, input }): Promise<FileResponse> => {
      const { id } = await findWaiting(ctx.deps.db, ctx.auth.user.id, input.id);
      return {
        kind: 'stored',
        storageKey: boxPhotoKey(id),
        contentType: 'image/jpeg',
        filename: 'photo.jpg',
        disposition: 'inline',
      };
    }),

  story: operation({
    summary: 'Returns what is told about a photo that waits in a box of the user.',
    access: 'session',
    rest: {
      id: 'getBoxStory',
      tag: 'Media',
      method: 'get',
      path: '/api/box-photos/{id}/story.m4a',
      undocumented: true,
      file: { type: 'audio/mp4', sends: 'byte-ranges' },
      errors: ['box_photo_not_found'],
    },
  })
    .input(boxPhotoRefSchema)
    .query(async ({ ctx, input }): Promise<FileResponse> => {
      const { id } = await findStory(ctx.deps.db, ctx.auth.user.id, input.id);
      return {
        kind: 'stored',
        storageKey: boxStoryKey(id),
        contentType: 'audio/mp4',
        filename: 'story.m4a',
        disposition: 'inline',
      };
    }),
};
