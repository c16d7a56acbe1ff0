import { z } from 'zod';
import { videoProviders } from '../providers.ts';
import { renditions } from '../renditions.ts';
import { sharedKinds } from '../shared-page.ts';

/** The maker of moving pictures from a photo. */
export const makerSchema = z.object({
  name: z.enum(videoProviders),
  version: z
    .string()
    .nullable()
    .describe(
      "Of our animator, the product's version; of a workflow, the beginning of its SHA-256; null where it was not noted.",
    ),
  model: z.string().nullable().describe('Of a hosted service, the model that it was asked for.'),
});
export type Maker = z.infer<typeof makerSchema>;

/**
 * The possible steps in making a file: the photo turned upright, the border of a print cropped, the photo restored,
 * animated, a foreign clip converted to the standard format, videos joined, music added, the film re-encoded for
 * messengers, the mark added.
 */
export const provenanceSteps = [
  'turned',
  'cropped',
  'restored',
  'animated',
  'conformed',
  'joined',
  'music',
  'compressed',
  'watermarked',
] as const;
export type ProvenanceStep = (typeof provenanceSteps)[number];

/** The provenance recorded for a file when it is made. */
export const provenanceRecordSchema = z.object({
  makers: z.array(makerSchema).describe('Every kind of maker whose pictures are in it, each once.'),
  photos: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .describe(
      'The SHA-256 of each uploaded photo, in hexadecimal digits; without those from before they were noted.',
    ),
  steps: z.array(z.enum(provenanceSteps)),
});
export type ProvenanceRecord = z.infer<typeof provenanceRecordSchema>;

/**
 * The result of verifying a file's signature: `valid` if the file is unchanged since it was signed, `changed` if not,
 * `none` if it has no signature.
 */
export const credentialsSchema = z.object({
  state: z.enum(['valid', 'changed', 'none']),
  signedBy: z
    .string()
    .nullable()
    .describe('Who signed, as the certificate names them; null without a signature.'),
  selfMade: z
    .boolean()
    .describe('True where that certificate was made by this Memori for itself, and nobody vouches for it.'),
});
export type Credentials = z.infer<typeof credentialsSchema>;

export const provenanceSchema = provenanceRecordSchema.extend({
  id: z.string(),
  kind: z.enum(sharedKinds),
  rendition: z.enum(renditions).describe('Which file is told of: the one that is served at this moment.'),
  ai: z.boolean().describe('True where a generative model made any of its pictures.'),
  digitalSourceType: z.url().describe("The IPTC's word for how it came to be."),
  madeAt: z.string().nullable().describe('ISO 8601 in UTC.'),
  recorded: z
    .boolean()
    .describe('False for what was made before this was written down: then only the makers are known.'),
  credentials: credentialsSchema,
});
/** How a video or an album was made. */
export type Provenance = z.infer<typeof provenanceSchema>;
