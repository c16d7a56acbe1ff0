/** The possible results of checking a file's signature. */
export const signatureStates = ['checking', 'valid', 'selfMade', 'changed', 'none', 'failed'] as const;
export type SignatureState = (typeof signatureStates)[number];
