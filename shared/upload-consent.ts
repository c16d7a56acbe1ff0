/** All versions of the consent text (`upload.consent` of the page's texts, decision 126), the latest last. */
export const consentVersions = ['2026-11'] as const;
export type ConsentVersion = (typeof consentVersions)[number];

/** The version that the pages show. */
export const consentVersion: ConsentVersion = '2026-11';
