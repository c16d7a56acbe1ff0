/** One mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Takes a POST that turns such mails off at once (RFC 8058); left out with what an account can't do without. */
  unsubscribeUrl?: string;
}

/** Sends mail. */
export interface Mailer {
  /** Resolves once the mail is on its way. Throws if it is not. */
  send(mail: Mail): Promise<void>;
  /** Removes what it keeps of mails to an address; what was sent is its reader's. */
  forget(to: string): Promise<void>;
  close(): void;
}
