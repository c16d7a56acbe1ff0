import { type DestinationStream, type Logger as PinoLogger, pino, stdSerializers } from 'pino';
import { boundText } from '../texts/bound-text.ts';
import { loggedPath } from './logged-path.ts';

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
