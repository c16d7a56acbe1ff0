import { z } from 'zod';
import { defaultLanguage, languages } from '../languages.ts';
import { appLimits } from '../app-limits.ts';
import { cameraMovements, livelinesses, motions, defaultAnimationOptions } from '../motion/movements.ts';
import { consentVersions } from '../upload-consent.ts';
import { turnOptions } from '../motion/turn.ts';
import { borderModes } from '../print/print.ts';
import { plainText } from '../plain-text.ts';
import { inSaneYears } from './moment.ts';
import { nameSchema, videoNameSchema } from './name.ts';
import { providerStatuses, taskStages, taskStatuses } from '../status.ts';
import { code } from './code.ts';
import { frameSizeFields } from './frame-size.ts';
import { photoFactsFields } from './photo-facts.ts';
import { maxSeed } from '../motion/seed.ts';
import { ownUrl } from './own-url.ts';
import { writtenText } from './text.ts';

/** As JSON, see `RestPoint`. */
const restPointsSchema = z
  .array(z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)]))
  .max(appLimits.generation.maxRest);
const restDescription =
  'Faces that do not move: a list of points `[x, y]` of the upright photo, as shares (0 to 1) of its width and height. A point is for the face, of a person or an animal, whose box, enlarged by half, holds it; for the nearest if several do. Points that meet no face are ignored. For Memori’s own animator.';

/** The same as text: a field of a form can't be a list. */
const restTextSchema = z
  .string({ error: code('invalid_rest') })
  .transform((text, context) => {
    const points = restPointsSchema.safeParse(parsed(text));
    if (points.success) return points.data;
    context.addIssue({ code: 'custom', message: code('invalid_rest') });
    return z.NEVER;
  })
  .default([]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const generateFieldsSchema = z.object({
  prompt: writtenText({
    clean: plainText,
    max: appLimits.generation.maxPromptLength,
    tooLong: 'prompt_too_long',
  }).default(appLimits.generation.prompt),
  duration: z
    .literal(appLimits.generation.duration, { error: code('invalid_duration') })
    .default(appLimits.generation.duration),
  resolution: z
    .literal(appLimits.generation.resolution, { error: code('invalid_resolution') })
    .default(appLimits.generation.resolution),
  motion: z
    .enum(motions, { error: code('invalid_request') })
    .default(defaultAnimationOptions.motion)
    .describe('Camera movement; `auto` chooses one to suit the photo.'),
  liveliness: z
    .enum(livelinesses, { error: code('invalid_request') })
    .default(defaultAnimationOptions.liveliness)
    .describe('How much people and camera move.'),
  turn: z
    .enum(turnOptions, { error: code('invalid_request') })
    .default(defaultAnimationOptions.turn)
    .describe(
      'Clockwise degrees by which the photo is turned first; `auto` rights people who lie or stand on their head.',
    ),
  rest: restTextSchema.describe(restDescription).meta({ examples: ['[[0.31, 0.42]]'] }),
  border: z
    .enum(borderModes, { error: code('invalid_request') })
    .default(defaultAnimationOptions.border)
    .describe('What to do with the border if the photo is of a print.'),
  restore: z
    .enum(['true', 'false'], { error: code('invalid_request') })
    .default('false')
    .transform((value) => value === 'true')
    .describe('Whether to repair fading, colour casts, dust, scratches and folds first.'),
  name: videoNameSchema.optional().describe('Name of the video.'),
  ...photoFactsFields,
  consent: z
    .enum(consentVersions, { error: code('invalid_request') })
    .optional()
    .describe('Version of the consent text that was shown, if one was.'),
  language: z
    .enum(languages, { error: code('invalid_request') })
    .default(defaultLanguage)
    .describe('Language of the page, used for the mail about a long wait.'),
});

/** The same as JSON, with the photo's address instead of the photo. */
export const linkedPhotoSchema = generateFieldsSchema.extend({
  imageUrl: z.url().describe('URL of a JPEG, PNG or WebP of at most 20 MB.'),
  rest: restPointsSchema.default([]).describe(restDescription),
  restore: z
    .boolean()
    .default(false)
    .describe('Whether to repair fading, colour casts, dust, scratches and folds first.'),
  seed: z
    .number()
    .int()
    .min(0)
    .max(maxSeed)
    .optional()
    .describe(photoFactsFields.seed.description ?? ''),
});

/** The same for several photos at once, without what belongs to one of them. */
export const batchFieldsSchema = generateFieldsSchema.omit({
  rest: true,
  name: true,
  takenOn: true,
  seed: true,
});

/** The text fields of the generation form, as they are sent. */
export type GenerateFields = z.input<typeof generateFieldsSchema>;

/** 160 random bits, lower-case base32: makes the public path unguessable. */
const taskIdPattern = /^[a-z2-7]{32}$/;

export const taskIdSchema = z
  .string({ error: code('task_not_found') })
  .regex(taskIdPattern, code('task_not_found'));

export const taskRefSchema = z.object({ taskId: taskIdSchema });

export const renameSchema = taskRefSchema.extend(nameSchema.shape);

/** A day or a moment, as ISO 8601. */
const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: code('invalid_request') })
  .refine(...inSaneYears)
  .transform((text) => new Date(text))
  .optional();

export const listTasksSchema = z.object({
  status: z.enum(taskStatuses, { error: code('invalid_request') }).optional(),
  /** Requested at or after `from`, and before `to`. */
  from: moment,
  to: moment,
  limit: z.coerce.number().int().min(1).max(appLimits.gallery.maxPageSize).optional(),
  cursor: z
    .string({ error: code('invalid_request') })
    .regex(taskIdPattern, code('invalid_request'))
    .optional()
    .describe('The last task of the previous page.'),
});

export const taskAcceptedSchema = z.object({ taskId: z.string(), status: z.enum(taskStatuses) });

/** The same with the addresses of possible next calls. */
export const linkedTaskSchema = taskAcceptedSchema.extend({
  status_url: ownUrl(),
  cancel_url: ownUrl(),
});

export const taskProgressSchema = z.object({
  taskId: z.string(),
  status: z.enum(taskStatuses),
  progress: z.number().int().min(0).max(100).describe('Percentage, a whole number that never decreases.'),
  stage: z.enum(taskStages),
  elapsedSeconds: z.number().describe('Seconds since the task was accepted.'),
  measured: z.boolean().describe('True if `progress` is measured; false if the provider does not report it.'),
  providerStatus: z
    .enum(providerStatuses)
    .optional()
    .describe('What the provider is doing with the photo, if it reports that.'),
  error: z.string().optional().describe('Present if `Fail`: the message; `code` is its stable code.'),
  code: z.string().optional(),
});
/** A task's progress, as returned by the status call and each push. */
export type TaskProgress = z.infer<typeof taskProgressSchema>;

export const videoTaskSchema = z.object({
  id: z.string(),
  taskId: z.string(),
  status: z.enum(taskStatuses),
  downloadUrl: ownUrl().nullable(),
  thumbnailUrl: ownUrl().nullable(),
  ...frameSizeFields,
  originalFilename: z.string(),
  name: z.string().nullable().describe('Name given by its owner; null if it has none.'),
  takenOn: z
    .string()
    .nullable()
    .describe('Day on which the photo was taken, such as `2019-08-21`, if known.'),
  createdAt: z.string(),
  ai: z.boolean().describe('True if a generative model made the video or will make it.'),
  photoKept: z.boolean().describe('False once the uploaded photo has been deleted.'),
  progress: z.number().int().min(0).max(100).describe('Percentage, a whole number that never decreases.'),
  error: z
    .string()
    .optional()
    .describe('Present if `Fail`: the message; `code` is its stable code. The credit has been returned.'),
  code: z.string().optional(),
});
/** One entry of the task list. `createdAt` is ISO 8601 in UTC. */
export const taskPageSchema = z.object({
  tasks: z.array(videoTaskSchema),
  nextCursor: z.string().nullable(),
});

export type VideoTask = z.infer<typeof videoTaskSchema>;

export const canceledTaskSchema = z.object({
  taskId: z.string(),
  status: z.literal('Cancelled'),
  credits: z.number().int().describe('The balance, including the returned credit.'),
});
/** The response to a cancellation. Afterwards, the task counts as failed, with the code `task_canceled`. */
export type CanceledTask = z.infer<typeof canceledTaskSchema>;

export const moveSchema = taskRefSchema.extend({
  motion: z.enum(cameraMovements, { error: code('invalid_request') }),
});

export const movementsSchema = z.object({
  shown: z
    .enum(cameraMovements)
    .nullable()
    .describe('Camera movement of the video as currently shown; null if unknown.'),
  movements: z
    .array(
      z.object({
        motion: z.enum(cameraMovements),
        state: z.enum(['made', 'making', 'open']),
        /** A whole percentage; never falls. */
        progress: z.number().int().min(0).max(100),
      }),
    )
    .describe('Movements that exist, are being made, or can be requested.'),
});
/** The available movements of a video. */
export type Movements = z.infer<typeof movementsSchema>;

/** The response to a deletion: until when it can be undone, as ISO 8601 in UTC. */
export const deletedSchema = z.object({ restorableUntil: z.string() });
