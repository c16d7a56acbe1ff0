import { AppError } from '#server/platform/errors.ts';

/** How many of the most common passwords are refused. */
const refused = 10_000;

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first password: startup need not wait for half a megabyte. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, refused).map(String));
}

/**
 * Throws AppError `password_common` for one of the 10,000 most common passwords, compared case-insensitively: attackers
 * try these first. The list is zxcvbn's, ordered by frequency in leaks.
 */
export async function refuseCommon(password: string): Promise<void> {
  common ??= readCommon();
  if ((await common).has(password.normalize().toLowerCase())) throw new AppError('password_common');
}
