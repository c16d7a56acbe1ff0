import { type DestinationStream, type Logger as PinoLogger, pino, stdSerializers } from 'pino';

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

/** The most of a text that a log line repeats: whoever sends it decides how long it is. */
const maxLength = 200;
const maxErrorLength = 8_000;

/** The beginning of a text, for a log line. */
export const boundText = (text: string, max = maxLength): string =>
  text.length > max ? `${text.slice(0, max)}…` : text;

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

/** The process's log: JSON lines of bounded length, secrets and cookies redacted. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: secrets, censor: '[redacted]' },
    serializers: { err: describeError },
    formatters: { log: boundFields },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
}
