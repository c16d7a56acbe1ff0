import { z } from 'zod';
import { code } from './code.ts';

/** What opens something of an account without its password. */
export const accessKinds = ['token', 'frame', 'box', 'webhook', 'passkey'] as const;
export type AccessKind = (typeof accessKinds)[number];

export const accessSchema = z.object({
  kind: z.enum(accessKinds),
  id: z.string(),
  /** Its owner's name for it, or a webhook's address; null without one. */
  name: z.string().nullable(),
  createdAt: z.string(),
  /** When it was last used (ISO 8601), as far as that is recorded; null if it was not. */
  usedAt: z.string().nullable(),
  /** True if it has stopped working because the account was recovered, until its owner keeps it. */
  suspended: z.boolean(),
});
export type Access = z.infer<typeof accessSchema>;

/** A former address whose reader can still take the account back, and until when (ISO 8601). */
export const wayBackSchema = z.object({ email: z.string(), until: z.string() });
export type WayBack = z.infer<typeof wayBackSchema>;

const accessRef = z.object({
  kind: z.enum(accessKinds, code('invalid_request')),
  id: z.string(code('invalid_request')).regex(/^[a-z2-7]{32}$/, code('invalid_request')),
});
export type AccessRef = z.infer<typeof accessRef>;

const refs = z.array(accessRef).max(100, code('invalid_request'));

/** The owner's answer: what goes on working, and what ends for good. The rest stays as it is. */
export const answerAccessesSchema = z.object({ keep: refs, end: refs });
