/** The possible results of checking a file's signature. */
export const verdicts = ['checking', 'valid', 'selfMade', 'changed', 'none', 'failed'] as const;
export type Verdict = (typeof verdicts)[number];
