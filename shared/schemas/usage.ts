import { z } from 'zod';
import { appLimits } from '../app-limits.ts';
import { programLimits } from '../program-limits.ts';

const { defaultDays, maxDays } = programLimits.usage;

export const usageRequestSchema = z.object({
  days: z.coerce.number().int().min(1).max(maxDays).default(defaultDays),
});

const counted = {
  creditsSpent: z.number().int().describe('Credits taken for videos.'),
  creditsReturned: z.number().int().describe('Credits returned for videos that failed or were cancelled.'),
  videos: z.number().int().describe('Videos finished.'),
  failed: z.number().int().describe('Tasks that failed.'),
};

export const usageSchema = z.object({
  from: z.iso.date().describe('The first day, in UTC.'),
  to: z.iso.date().describe('The last day, in UTC: today.'),
  total: z.object(counted),
  days: z
    .array(z.object({ day: z.iso.date(), ...counted }))
    .describe('The days on which anything happened, oldest first.'),
});

export type Usage = z.output<typeof usageSchema>;
export type UsageDay = Usage['days'][number];

export const estimateRequestSchema = z.object({
  photos: z.coerce.number().int().min(1).max(appLimits.upload.maxPhotos).default(1),
});

export const estimateSchema = z.object({
  photos: z.number().int(),
  credits: z.number().int().describe('What their videos cost; 0 with a test token.'),
  balance: z.number().int().describe('The credits that are left now.'),
  affordable: z.boolean().describe('Whether the balance suffices.'),
  usualSeconds: z
    .object({ min: z.number(), max: z.number() })
    .describe(
      'How long the latest videos of this installation took, waiting included: 10th to 90th percentile.',
    ),
});
