/** The pages whose text the operator provides. */
export const legalPages = ['privacy', 'terms', 'imprint', 'accessibility'] as const;
export type LegalPage = (typeof legalPages)[number];

/** Placeholders for the operator's text in the prebuilt documents: escaped text, and HTML. */
export const legalSlots = { title: 'SLOT-TITLE', body: 'SLOT-BODY', years: 'SLOT-YEARS' };
