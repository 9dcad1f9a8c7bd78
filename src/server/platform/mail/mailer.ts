/**
 * What an email is for. Codes and what people must learn about their account don't wait for anything else: they are
 * delivered apart from the other kinds, which take turns by owner.
 */
export type MailKind = 'security' | 'notice' | 'invitation';

/** A message to one person. */
export interface Mail {
  kind: MailKind;
  to: string;
  /** The organisation that it is sent for, which takes turns with others; by default, the recipient does. */
  orgId?: string;
  subject: string;
  text: string;
  html: string;
  /** Where the recipient can unsubscribe, by a page and by a POST to the same address (RFC 8058). */
  unsubscribeUrl?: string | null;
  /** The one-time code in the email, if any. It is logged in development, so that nobody needs a mailbox. */
  code?: string;
}

/** Sends emails: through SMTP, or to the outbox, where developers read them at /outbox. */
export interface Mailer {
  /** Accepts the message; it is delivered afterwards. Throws only if it can't be stored. */
  send(mail: Mail): Promise<void>;
  /** Retries failed deliveries and deletes old messages. Called on a schedule. */
  cleanup(): Promise<void>;
  /** Waits for deliveries in progress. */
  close(): Promise<void>;
}
