import { z } from 'zod';
import { languages } from '../languages.ts';
import { videoProviders } from '../providers.ts';

/** The parts of the configuration that the pages need. */
export const publicConfigSchema = z.object({
  /** The chat button's link without its greeting, or null for no button. */
  chatUrl: z.string().nullable(),
  provider: z.enum(videoProviders),
  /** The typical time to a result, in seconds. */
  usualSeconds: z.object({ min: z.number(), max: z.number() }),
  /** True if no photo leaves the operator's own machines. */
  photosStay: z.boolean(),
  /** How many days an uploaded photo is kept after its video exists. */
  photoRetentionDays: z.number().int(),
  /** False if credits can't be bought because no payment provider is configured. */
  purchasesAvailable: z.boolean(),
  /** The note on VAT next to every price, by language. */
  priceNotes: z.record(z.enum(languages), z.string()),
  /** The advertising pixel to load once a visitor has consented, or null for none. */
  pixelId: z.string().nullable(),
});
