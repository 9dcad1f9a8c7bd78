import type { CapturePort } from '#domain/capture/capture.port.ts';
import type { InvitationPort } from '#domain/invitation/invitation.port.ts';

/** No domain has any record. */
export const TEST_CAPTURE: CapturePort = { lookupTxt: async () => [] };

/** Sends nothing. */
export const TEST_INVITATIONS: InvitationPort = {
  pageUrl: 'http://localhost/invitation',
  linkUrl: 'http://localhost/link',
  isMailed: false,
  send: () => undefined,
};
