/** The pages whose address ends with a secret, which grants access without an account. */
export const secretPages = ['frame', 'box', 'sent'] as const;
export type SecretPage = (typeof secretPages)[number];

export function isSecretPage(value: unknown): value is SecretPage {
  return secretPages.some((page) => page === value);
}

/** The complete documents that are built as those are, in every language, each with a script of its own. */
export const plainDocuments = [...secretPages, 'tv'] as const;
export type PlainDocument = (typeof plainDocuments)[number];
