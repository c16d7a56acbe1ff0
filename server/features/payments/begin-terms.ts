/**
 * The version of the words at the button that pays, by which buyers ask to begin at once (`purchase.begin` of the server's
 * texts, decision 130). Another wording is another version: what each buyer agreed to is kept with the purchase.
 */
export const beginTerms = '2026-11';
