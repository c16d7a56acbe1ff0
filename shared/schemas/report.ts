import { z } from 'zod';
import { familyLimits } from '../family-limits.ts';
import { plainText } from '../plain-text.ts';
import { emailSchema } from './auth.ts';
import { code } from './code.ts';
import { filmRefSchema } from './share.ts';
import { writtenText } from './text.ts';

/** The reasons for reporting a shared film. */
export const reportReasons = ['me', 'child', 'rights', 'harm', 'other'] as const;

/** Text that consists only of spaces counts as empty. */
const optional = (value: string | null | undefined) => value || null;

/** A report of a shared film, by anyone: no account is required. */
export const reportSchema = filmRefSchema.extend({
  reason: z.enum(reportReasons, { error: code('report_reason_required') }),
  words: writtenText({
    clean: plainText,
    max: familyLimits.reports.maxWordsLength,
    tooLong: 'report_too_long',
  })
    .nullish()
    .transform(optional)
    .describe('Further details.'),
  contact: z
    .union([z.literal(''), emailSchema], { error: code('invalid_email') })
    .nullish()
    .transform(optional)
    .describe('An e-mail address for a reply.'),
});
export type Report = z.output<typeof reportSchema>;
