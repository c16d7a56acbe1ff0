import { AppError } from '../../platform/errors.ts';

/** How many of the most common passwords are refused. */
const refused = 10_000;

let common: Promise<ReadonlySet<string>> | undefined;

/** Read at the first password: half a megabyte that a start need not wait for. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, refused).map(String));
}

/**
 * Throws AppError `password_common` for one of the 10,000 most common passwords, in any case: the first that are tried.
 * The list is that of zxcvbn, in the order of how often each was found in leaks.
 */
export async function refuseCommon(password: string): Promise<void> {
  common ??= readCommon();
  if ((await common).has(password.toLowerCase())) throw new AppError('password_common');
}
