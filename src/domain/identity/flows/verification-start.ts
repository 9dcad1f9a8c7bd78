import { type IdentityContext, type IdentityMail, later } from '../context.ts';
import { makeCode } from '../methods/code.ts';
import { type FlowRow, type IdentityRow, type IdentityRows, saveFlow } from '../rows.ts';
import { text } from '../texts.ts';
import { uiUrl, urlIfAllowed } from '../urls.ts';

/** A verification that was started by another flow. */
export interface StartedVerification {
  /** To be sent after the transaction commits. */
  mail: IdentityMail;
  /** The `continue_with` entry that points to the flow. */
  next: {
    action: 'show_verification_ui';
    flow: { id: string; verifiable_address: string; url?: string };
  };
  url: string;
  /** Binds the flow to the browser's new CSRF secret, by its hash. */
  bindTo(csrfHash: string): Promise<void>;
}

/** Starts the verification of a person's address, with the code already created. */
export async function startVerificationOf(
  ctx: IdentityContext,
  tx: IdentityRows,
  parent: FlowRow,
  identity: IdentityRow,
): Promise<StartedVerification> {
  const now = ctx.clock();
  const after = afterVerification(parent.requestUrl);
  const flow: FlowRow = {
    id: crypto.randomUUID(),
    kind: 'verification',
    type: parent.type,
    state: 'sent_email',
    active: 'code',
    requestUrl: parent.requestUrl,
    returnTo: (after && urlIfAllowed(ctx, after)) || parent.returnTo,
    requestedAal: 'aal1',
    refresh: false,
    identityId: null,
    csrfHash: parent.csrfHash,
    messages: [text(1080003)],
    fields: {},
    // An app has no cookie. Its flow is only known to it, until the link in the email is opened in a browser.
    internal: { email: identity.email, ...(parent.type === 'api' && { own: 'true' }) },
    submitCount: 0,
    issuedAt: now,
    expiresAt: later(ctx, ctx.settings.lifespans.flow),
    updatedAt: now,
  };
  await tx.flows.insert(flow);
  await tx.identities.change({ id: identity.id }, { addressStatus: 'sent' });
  const mail = await makeCode(ctx, tx, flow, identity, { purpose: 'verification' });
  const url = uiUrl(ctx, 'verification', { flow: flow.id });
  return {
    mail,
    url,
    next: {
      action: 'show_verification_ui',
      flow: {
        id: flow.id,
        verifiable_address: identity.email,
        ...(flow.type === 'browser' ? { url } : {}),
      },
    },
    bindTo: (csrfHash) => saveFlow(ctx.rows, { ...flow, csrfHash }),
  };
}

/**
 * The URL to open after the verification that follows a registration, from the URL that started the registration; null
 * if absent. Takes precedence over `return_to`.
 */
function afterVerification(requestUrl: string): string | null {
  return URL.parse(requestUrl)?.searchParams.get('after_verification_return_to') ?? null;
}
