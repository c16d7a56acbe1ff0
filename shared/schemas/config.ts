import { z } from 'zod';
import { languages } from '../languages.ts';
import { videoProviders } from '../providers.ts';

/** What the pages must know of how this Memori is set up. */
export const publicConfigSchema = z.object({
  /** The chat button's link without its greeting, or null where there is no button. */
  chatUrl: z.string().nullable(),
  provider: z.enum(videoProviders),
  /** The usual time to a result, in seconds. */
  usualSeconds: z.object({ min: z.number(), max: z.number() }),
  /** True if no photo leaves the operator's own machines. */
  photosStay: z.boolean(),
  /** How many days an uploaded photo is kept after its video exists. */
  photoRetentionDays: z.number().int(),
  /** False where credits can't be bought here: no payment provider is set up. */
  purchasesAvailable: z.boolean(),
  /** What stands beside every price about VAT, by language. */
  priceNotes: z.record(z.enum(languages), z.string()),
  /** The advertising pixel to load once a visitor has agreed, or null where there is none. */
  pixelId: z.string().nullable(),
});
