/** The pages whose address ends with a secret, which grants access without an account. */
export const secretPages = ['frame', 'box', 'sent'] as const;
export type SecretPage = (typeof secretPages)[number];

export function isSecretPage(value: unknown): value is SecretPage {
  return secretPages.some((page) => page === value);
}
