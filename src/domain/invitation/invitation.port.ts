/** What an invitation's email says. */
export interface InvitationMail {
  to: string;
  link: string;
  orgId: string;
  orgName: string;
  invitedBy: string;
  /** Whether they are only invited to things that are shared with them. */
  isGuest?: boolean;
}

/** What invitations need that differs between the server and the mocks. */
export interface InvitationPort {
  /** The address of the console's page, to which `#token=…` is added. Relative in the mocks. */
  pageUrl: string;
  /** The same of the page that opens links to shared things. */
  linkUrl: string;
  /** Whether emails are delivered. If not, people pass the links on themselves. */
  isMailed: boolean;
  /** Sends emails later. A failure is reported, not thrown. */
  send(mails: readonly InvitationMail[]): void;
}
