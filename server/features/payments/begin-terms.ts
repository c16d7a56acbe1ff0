/**
 * The version of the text at the payment button by which buyers ask for immediate performance (`purchase.begin` in the
 * server's texts, decision 130). A changed wording needs a new version: the version that each buyer agreed to is stored
 * with the purchase.
 */
export const beginTerms = '2026-11';
