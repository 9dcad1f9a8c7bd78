/** An email about what has happened. */
export interface NotificationMail {
  to: string;
  subject: string;
  /** Paragraphs; those with a link lead to it. */
  paragraphs: readonly { text: string; link?: string | undefined }[];
  /** Where the person can unsubscribe, by a page and by a POST to the same address; null if they can't. */
  unsubscribeUrl: string | null;
}

/** What notifications need that differs between the server and the mocks. */
export interface NotificationPort {
  /** URL of the console. Relative in the mocks. */
  consoleUrl: string;
  /** Whether emails are delivered. */
  isMailed: boolean;
  /** How long (ms) an email waits for others, and the least time (ms) between two to the same person. */
  mailDelayMs: number;
  mailPauseMs: number;
  /** Accepts an email; it is delivered afterwards. Throws only if it can't be stored. */
  send(mail: NotificationMail): Promise<void>;
}
