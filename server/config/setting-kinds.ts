import path from 'node:path';
import { z } from 'zod';
import { type Language, languages } from '#shared/languages.ts';
import { isLoopback } from './public-address.ts';

/** A rate limit: at most `count` times in any `windowSeconds`. */
export interface RateLimitSetting {
  count: number;
  windowSeconds: number;
}

const windowUnits = { s: 1, m: 60, h: 3600, d: 86400 } as const;

export function rateLimit(fallback: string) {
  const expected = `count/window such as ${fallback}`;
  return z
    .string()
    .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,5}[smhd]$/, expected)
    .default(fallback)
    .transform((text): RateLimitSetting => {
      const [count = '', window = ''] = text.split('/');
      const unit = window.slice(-1) as keyof typeof windowUnits;
      return { count: Number(count), windowSeconds: Number(window.slice(0, -1)) * windowUnits[unit] };
    });
}

export function url(protocols: readonly string[], expected: string) {
  return z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), expected);
}

export function wholeNumber(min: number, max: number) {
  const expected = `a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, expected)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected);
}

const durationUnits = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86400 } as const;

/** A duration such as `20m`, parsed to seconds, between `min` and `max` seconds. */
export function duration(fallback: string, min: number, max: number) {
  const expected = `a time such as ${fallback}, from ${min} s to ${max} s`;
  return z
    .string()
    .regex(/^\d{1,7}(ms|s|m|h|d)$/, expected)
    .default(fallback)
    .transform((text) => {
      const unit = text.replace(/^\d+/, '') as keyof typeof durationUnits;
      return Number.parseInt(text, 10) * durationUnits[unit];
    })
    .refine((seconds) => seconds >= min && seconds <= max, expected);
}

export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `one of ${values.join(', ')}`);
}

export const webAddress = url(['http:', 'https:'], 'an http or https address');

/** A base URL; trailing slashes are removed. */
export const baseUrl = webAddress.transform((text) => text.replace(/\/+$/, ''));

export const hosts = z
  .string()
  .regex(
    /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(,(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+)*$/,
    'hosts such as cdn.example.com,*.example.org',
  )
  .transform((text) => text.split(','));

/** Header fields in OpenTelemetry's format. */
export const headers = z
  .string()
  .regex(
    // Percent escapes only of single ASCII bytes: other encodings of header values are ambiguous.
    /^[\w-]+=([!-$&-+\--~]|%[2-7][\da-f])+(,[\w-]+=([!-$&-+\--~]|%[2-7][\da-f])+)*$/i,
    'header fields such as authorization=Bearer%20…,x-tenant=family',
  )
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((field) => {
        const end = field.indexOf('=');
        return [field.slice(0, end), decodeURIComponent(field.slice(end + 1))];
      }),
    ),
  );

export function share(fallback: string) {
  const expected = 'a share from 0 to 1, such as 0.1';
  return z
    .string()
    .regex(/^(0|1|[01]?\.\d{1,6})$/, expected)
    .default(fallback)
    .transform(Number)
    .refine((value) => value <= 1, expected);
}

/** True for `https://host` or `https://host:port` without a path; http is accepted on loopback. */
function isSafeOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
}

export const origins = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine(
    (each) => each.every(isSafeOrigin),
    'whole https origins (http on loopback) such as https://app.example.com,https://example.org',
  );

export const file = z.string().transform((name) => path.resolve(name));

const notePattern = new RegExp(`^(${languages.join('|')}):\\s*(\\S.{0,199})$`);

/** A text per language, `en: VAT included | it: IVA inclusa`; languages that are missing keep their default. */
export const priceNotes = z
  .string()
  .transform((text) => text.split('|').map((part) => notePattern.exec(part.trim())))
  .refine((parts) => parts.every(Boolean), 'a text for each language: en: VAT included | it: IVA inclusa')
  .transform((parts): Partial<Record<Language, string>> => {
    const notes = parts.map((part): [string?, string?] => [part?.[1], part?.[2]?.trim()]);
    return Object.fromEntries(notes) as Partial<Record<Language, string>>;
  });
