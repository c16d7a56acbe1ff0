import { AppError } from '../../platform/errors.ts';

/** How many of the most common passwords are refused. */
const refused = 10_000;

/** What anybody who guesses at Memori tries first, alone or with digits and signs around it. */
const contextWords: readonly string[] = ['memori', 'memory', 'memories', 'memoria', 'memorie'];

/** A password without the digits and signs that are put before and behind a word. */
const coreOf = (password: string): string => password.replace(/^[\d\p{P}\p{S}\s]+|[\d\p{P}\p{S}\s]+$/gu, '');

let common: Promise<ReadonlySet<string>> | undefined;

/** Read at the first password: half a megabyte that a start need not wait for. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, refused).map(String));
}

/**
 * Throws AppError `password_common` for one of the 10,000 most common passwords, and for Memori's own name with whatever digits and
 * signs around it, in any case: the first that are tried.
 * The list is that of zxcvbn, in the order of how often each was found in leaks.
 */
export async function refuseCommon(password: string): Promise<void> {
  common ??= readCommon();
  const lower = password.toLowerCase();
  if (contextWords.includes(coreOf(lower)) || (await common).has(lower))
    throw new AppError('password_common');
}
