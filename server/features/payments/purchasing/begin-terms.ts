/**
 * The version of the text at the payment button by which buyers ask for immediate performance (`purchase.begin` in the
 * server's texts, decision 130). A changed wording needs a new version: the version that each buyer agreed to is stored
 * with the purchase.
 */
export const beginTerms = '2026-11-26';

/** The versions whose text doesn't say that videos unlocked by the purchase count as used; null: there was no text. */
const withoutUnlocking: readonly (string | null)[] = [null, '2026-11'];

/** Whether the buyer was told, before paying, that videos unlocked by the purchase count as used. */
export const saysUnlocking = ({ beginTerms: version }: { beginTerms: string | null }): boolean =>
  !withoutUnlocking.includes(version);
