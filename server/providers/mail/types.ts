/** A mail to a single recipient. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Accepts a POST that unsubscribes from such mails (RFC 8058); omitted for mails that an account requires. */
  unsubscribeUrl?: string;
}

/** Sends mail. */
export interface Mailer {
  /** Resolves once the mail has been handed over. Throws if that fails. */
  send(mail: Mail): Promise<void>;
  /** Removes what the mailer stores of mails to an address; delivered mails can't be recalled. */
  forget(to: string): Promise<void>;
  close(): void;
}
