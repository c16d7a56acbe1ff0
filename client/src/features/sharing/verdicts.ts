/** What the page can say of a file's signature. */
export const verdicts = ['checking', 'valid', 'selfMade', 'changed', 'none', 'failed'] as const;
export type Verdict = (typeof verdicts)[number];
