import { z } from 'zod';

const ownUrls = z.registry<{ own: true }>();

/**
 * A URL of this installation: a path for pages, and absolute for programs, which are not on them
 * (`server/rpc/absolute-urls.ts`).
 */
export const ownUrl = () => z.string().register(ownUrls, { own: true });
/** One that its schema describes as the receiver gets it. */
export const ownAbsoluteUrl = () => z.url().register(ownUrls, { own: true });

/** Whether values of this schema are URLs of this installation. */
export const isOwnUrl = (schema: z.core.$ZodType): boolean => ownUrls.get(schema) !== undefined;
