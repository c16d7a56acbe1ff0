/** The pages whose words are the operator's. */
export const legalPages = ['privacy', 'terms', 'imprint', 'accessibility'] as const;
export type LegalPage = (typeof legalPages)[number];

/** What their documents, which are built ahead, have in place of the operator's words: escaped text, and HTML. */
export const legalSlots = { title: 'SLOT-TITLE', body: 'SLOT-BODY', years: 'SLOT-YEARS' };
