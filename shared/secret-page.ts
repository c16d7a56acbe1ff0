/** The pages whose address ends with a secret: whoever knows it needs no account there. */
export const secretPages = ['frame', 'box', 'sent'] as const;
export type SecretPage = (typeof secretPages)[number];

export function isSecretPage(value: unknown): value is SecretPage {
  return secretPages.some((page) => page === value);
}
