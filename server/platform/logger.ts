import { type DestinationStream, type Logger as PinoLogger, pino, stdSerializers } from 'pino';
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

/** The process's log: JSON lines; secrets and cookies are redacted, also in fields called `path` or `url`. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: secrets, censor: '[redacted]' },
    serializers: { err: stdSerializers.err, path: loggedPath, url: loggedPath },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
}
