import path from 'node:path';
import type { Env } from '../config/env.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { createOutbox, createSmtpMailer } from '../providers/mail/mailer.ts';
import type { Mailer } from '../providers/mail/types.ts';

/** The configured SMTP server, or else the outbox folder in DATA_DIR. */
export function openMailer(env: Env, logger: Logger, publicUrl: string): Mailer {
  const from = env.MAIL_FROM ?? `Memori <memori@${new URL(publicUrl).hostname}>`;
  return env.SMTP_URL
    ? createSmtpMailer({ url: env.SMTP_URL, from })
    : createOutbox({ folder: path.join(env.DATA_DIR, 'outbox'), from, logger });
}
