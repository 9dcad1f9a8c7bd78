/** A message to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The one-time code in it, if any: logged in development so that nobody needs a mailbox. */
  code?: string;
}

/** Sends mail: by SMTP, or into the outbox that a developer reads at /outbox. */
export interface Mailer {
  /** Accepts the message; delivery happens afterwards. Throws only when it cannot be stored. */
  send(mail: Mail): Promise<void>;
  /** Tries again what could not be delivered, deletes what is old. Called on a schedule. */
  cleanup(): Promise<void>;
  /** Waits for deliveries under way. */
  close(): Promise<void>;
}
