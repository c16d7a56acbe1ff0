import { code } from './code.ts';

/** Refines an ISO 8601 text to the years 1 to 9999 (UTC), which every database and every format can hold. */
export const inSaneYears = [
  (text: string) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1 && year <= 9999;
  },
  code('invalid_request'),
] as const;
