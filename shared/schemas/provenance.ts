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
  model: z.string().nullable().describe('The model requested from a hosted provider.'),
});
export type Maker = z.infer<typeof makerSchema>;

/**
 * The possible steps in making a file: the photo turned upright, the border of a print cropped, the photo restored,
 * animated, a foreign clip converted to the standard format, videos joined, music or a voice added, the film re-encoded for
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
  'voice',
  'compressed',
  'watermarked',
] as const;
export type ProvenanceStep = (typeof provenanceSteps)[number];

/** The provenance recorded for a file when it is made. */
export const provenanceRecordSchema = z.object({
  makers: z.array(makerSchema).describe('Everything that made pictures in it, each once.'),
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
  signedBy: z.string().nullable().describe('The signer’s name in the certificate; null without a signature.'),
  selfMade: z.boolean().describe('True if the certificate is self-signed by this installation.'),
});
export type Credentials = z.infer<typeof credentialsSchema>;

export const provenanceSchema = provenanceRecordSchema.extend({
  id: z.string(),
  kind: z.enum(sharedKinds),
  rendition: z.enum(renditions).describe('The rendition that is described: the one currently served.'),
  ai: z.boolean().describe('True if a generative model made any of its pictures.'),
  digitalSourceType: z.url().describe('The IPTC’s digital source type.'),
  madeAt: z.string().nullable().describe('ISO 8601 in UTC.'),
  recorded: z
    .boolean()
    .describe('False for films made before provenance was recorded: only the makers are known.'),
  credentials: credentialsSchema,
});
/** How a video or an album was made. */
export type Provenance = z.infer<typeof provenanceSchema>;
