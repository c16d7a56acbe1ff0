import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { addressProblem, allowsEmulators, isLocalDevelopment } from './public-address.ts';
import { type ProviderName, videoProviders } from '#shared/providers.ts';
import {
  baseUrl,
  choice,
  duration,
  file,
  headers,
  hosts,
  origins,
  priceNotes,
  rateLimit,
  share,
  url,
  webAddress,
  wholeNumber,
} from './setting-kinds.ts';
import { storageProblem, storageSettings } from './storage-settings.ts';
import { providerOf, videoProblem } from './video-settings.ts';
import { seconds } from '#shared/durations.ts';

const settings = z.object({
  BACKUP_KEY: z.string().min(12, 'a text of at least 12 characters').optional(),
  NODE_ENV: choice(['development', 'test', 'production']).default('development'),
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webAddress
    .refine(
      (text) => !URL.canParse(text) || `${new URL(text).origin}/` === new URL(text).href,
      'an http or https address without a path',
    )
    .transform((text) => new URL(text).origin)
    .optional(),
  INSECURE_HTTP: choice(['0', '1'])
    .default('0')
    .transform((value) => value === '1'),
  DATA_DIR: z
    .string()
    .regex(/\S/, 'a directory')
    .default('./data')
    .transform((directory) => path.resolve(directory)),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'a postgresql:// address').optional(),
  ROLE: choice(['all', 'web', 'worker']).default('all'),
  ...storageSettings,
  VIDEO_PROVIDER: choice(videoProviders).optional(),
  VIDEO_FALLBACK: choice(videoProviders).optional(),
  VIDEO_DEADLINE: duration('20m', 1, 2 * seconds.hour),
  VIDEO_POLL: duration('10s', 0.01, 600),
  PRIVATE_MODE: choice(['on', 'off'])
    .default('off')
    .transform((value) => value === 'on'),
  MINIMAX_API_KEY: z.string().min(8, 'at least 8 characters').optional(),
  MINIMAX_BASE_URL: baseUrl.default('https://api.minimax.io'),
  MINIMAX_MODEL: z
    .string()
    .regex(/^[\w.-]{2,64}$/, 'the name of a model such as MiniMax-Hailuo-2.3')
    .default('MiniMax-Hailuo-2.3'),
  MINIMAX_RPM: wholeNumber(1, 60_000).default(5),
  MINIMAX_DOWNLOAD_HOSTS: hosts.default(['*.minimax.io', '*.minimaxi.com', '*.aliyuncs.com']),
  COMFYUI_URL: baseUrl.optional(),
  COMFYUI_WORKFLOW: file.optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'an smtp:// or smtps:// address').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\r\n]*[^\s@<>]@[^\s@<>]+>?$/,
      'an e-mail address, with a name before it if wanted: Memori <hello@memori.example>',
    )
    .optional(),
  MAIL_AFTER: duration('2m', 0, seconds.day),
  FFMPEG_PATH: z.string().optional(),
  CHAT_PHONE: z
    .string()
    .regex(/^(?=(\D*\d){6})\+?[\d\s().-]{6,24}$/, 'a phone number such as +39 02 1234567')
    .transform((phone) => phone.replaceAll(/\D/g, ''))
    .optional(),
  CHAT_URL: url(['https:'], 'an https address').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w{4,}$/, 'a secret key of Stripe (sk_… or rk_…)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S{4,}$/, 'a signing secret of Stripe (whsec_…)')
    .optional(),
  STRIPE_API_BASE: url(['http:', 'https:'], 'an http or https address').optional(),
  PRICE_NOTE: priceNotes.optional(),
  PIXEL_ID: z
    .string()
    .regex(/^\d{5,20}$/, 'the number of a pixel: 5 to 20 digits')
    .optional(),
  LIMIT_LOGIN: rateLimit('10/15m'),
  LIMIT_SIGNUP: rateLimit('20/1h'),
  LIMIT_GENERATE: rateLimit('10/1m'),
  PHOTO_RETENTION: duration('30d', 0, 3650 * seconds.day),
  C2PA_CERT: file.optional(),
  C2PA_KEY: file.optional(),
  TRUST_PROXY: wholeNumber(0, 32).optional(),
  CORS_ORIGINS: origins.default([]),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{8,}$/, 'at least 8 characters of ASCII, without spaces')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_SERVICE_NAME: z.string().max(100, 'at most 100 characters').default('memori'),
  OTEL_TRACES_SAMPLER_ARG: share('1'),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Rules between settings, each of which is valid. */
const consistent = settings.transform((all, context) => {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, ...others } = all;
  const missing = (name: string, other: string) =>
    context.addIssue({ code: 'custom', path: [name], message: `a value, as ${other} has one` });
  if (key && !secret) missing('STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY');
  if (secret && !key) missing('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  if (others.C2PA_CERT && !others.C2PA_KEY) missing('C2PA_KEY', 'C2PA_CERT');
  if (others.C2PA_KEY && !others.C2PA_CERT) missing('C2PA_CERT', 'C2PA_KEY');
  const emulatorsAllowed = allowsEmulators(others);
  const problem =
    addressProblem(others) ?? videoProblem({ ...others, emulatorsAllowed }) ?? storageProblem(others);
  if (problem) context.addIssue({ code: 'custom', path: [problem.name], message: problem.expected });
  return all;
});

/** Every setting of this process, validated. */
export type Env = Omit<z.output<typeof settings>, 'VIDEO_PROVIDER'> & {
  VIDEO_PROVIDER: ProviderName;
  production: boolean;
  /** Whether the payment sandbox and the emulators may replace services without a key. */
  emulatorsAllowed: boolean;
  /** See `isLocalDevelopment`. */
  localDevelopment: boolean;
};

/** The names of all settings, for documentation and its checks. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

const secretName = /KEY|SECRET|TOKEN|PASSWORD|HEADERS|(?<!^PUBLIC)_URL$/;

/** An invalid setting, which prevents startup. The message is one line: its name, its value and what is expected. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/**
 * Validates the settings of `source` (usually `process.env`). An empty value counts as unset. Throws SettingError for
 * the first invalid setting; values of secrets are not included.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = consistent.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'A setting');
    const held = given[name] === undefined ? 'nothing' : shown(name, given[name]);
    throw new SettingError(`${name} holds ${held}; it should hold ${issue?.message ?? 'something else'}.`);
  }
  const { data } = parsed;
  return {
    ...data,
    VIDEO_PROVIDER: providerOf(data),
    production: data.NODE_ENV === 'production',
    emulatorsAllowed: allowsEmulators(data),
    localDevelopment: isLocalDevelopment(data),
  };
}

/**
 * The settings of this process: its environment, and a `.env` file in the working directory. Throws like `readEnv` and
 * `loadEnvFile`.
 */
export function loadEnv(): Env {
  loadEnvFile();
  return readEnv(process.env);
}

/**
 * Adds the settings of a file, in UTF-8, to `environment` where it holds nothing; does nothing if there is no such file.
 * Throws SettingError if it can't be read.
 */
export function loadEnvFile(
  environment: Record<string, string | undefined> = process.env,
  name = '.env',
): void {
  for (const [setting, value] of Object.entries(parseEnv(readSettings(name)))) environment[setting] ||= value;
}

function readSettings(name: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(name));
    if (!text.includes('\0')) return text;
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    if (cause.code === 'ENOENT') return '';
    if (cause.code !== 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new SettingError(`The settings in ${name} can't be read (${cause.message}).`, { cause });
  }
  throw new SettingError(`The settings in ${name} can't be read: it should be a text in UTF-8.`);
}

function shown(name: string, value: string | undefined): string {
  return secretName.test(name) ? 'a value that is not shown here' : JSON.stringify(value);
}
