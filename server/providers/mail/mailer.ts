import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { createId } from '#server/platform/ids.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import { withSpan } from '#server/platform/logging/tracing.ts';
import type { Mail, Mailer } from './types.ts';

function compose(from: string, { unsubscribeUrl, ...mail }: Mail): SendMailOptions {
  return {
    from,
    ...mail,
    ...(unsubscribeUrl !== undefined && { list: { unsubscribe: unsubscribeUrl } }),
    headers: {
      ...(unsubscribeUrl !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      'Auto-Submitted': 'auto-generated',
    },
  };
}

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/** A mailer that sends through the SMTP server at `url`. */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({ url, ...timeouts });
  return {
    async send(mail) {
      await withSpan('send mail', { kind: 'CLIENT' }, () => transport.sendMail(compose(from, mail)));
    },
    forget: async () => undefined,
    close: () => transport.close(),
  };
}

/** Replaces an SMTP server: writes each mail to a file in the folder, as it would have been sent, and logs a line. */
export function createOutbox({
  folder,
  from,
  logger,
}: {
  folder: string;
  from: string;
  logger: Logger;
}): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(compose(from, mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${createId()}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      logger.info({ file, subject: mail.subject }, 'a mail was written to the outbox');
    },
    async forget(to) {
      for (const name of await readdir(folder).catch(() => [])) {
        const file = path.join(folder, name);
        const recipient = /^To: (.*)$/im.exec(await readFile(file, 'utf8'))?.[1]?.trim();
        if (recipient?.toLowerCase() === to.toLowerCase()) await rm(file, { force: true });
      }
    },
    close: () => transport.close(),
  };
}
