import { type DestinationStream, type Logger as PinoLogger, pino, stdSerializers } from 'pino';
import { secretPages } from '#shared/secret-page.ts';

export type Logger = PinoLogger;

/** Fields that are redacted from every log line. */
const secrets = [
  'password',
  'token',
  'cookie',
  'authorization',
  'set-cookie',
  '*.password',
  '*.passwordHash',
  '*.token',
  'req.headers.cookie',
  'req.headers.authorization',
  'res.headers["set-cookie"]',
  'headers.cookie',
  'headers.authorization',
  'headers["set-cookie"]',
];

const maxErrorLength = 8_000;

function boundFields(fields: Record<string, unknown>): Record<string, unknown> {
  const bound = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    typeof value === 'string' ? boundText(value) : value,
  ];
  return Object.fromEntries(Object.entries(fields).map(bound));
}

function describeError(error: Error) {
  const { message, stack, ...rest } = stdSerializers.err(error);
  return {
    ...rest,
    message: boundText(message, maxErrorLength),
    stack: boundText(stack, maxErrorLength),
  };
}

/** The process's log: JSON lines of bounded length; secrets and cookies are redacted, also in fields `path` and `url`. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: secrets, censor: '[redacted]' },
    serializers: { err: describeError, path: loggedPath, url: loggedPath },
    formatters: { log: boundFields },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The most of a text that a log line repeats: whoever sends it decides how long it is. */
const maxLength = 200;

/** The beginning of a text, for a log line. */
export const boundText = (text: string, max = maxLength): string =>
  text.length > max ? `${text.slice(0, max)}…` : text;

/** The path segment after these grants access to anyone who knows it: `/it/frame/…`, `/api/frame/…/video/…`. */
const secretInPath = new RegExp(`^(/[^/]+/(?:${secretPages.join('|')})/)[^/]+`);

/** A path with its query and secrets removed: the only form in which the log contains paths (logger.ts). */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(secretInPath, '$1[secret]');
