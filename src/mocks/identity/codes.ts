import type { UiNode } from '@ory/client';
import { addressNodes, codeNodes, continueNodes, ownerNodes } from '#domain/identity/code-nodes.ts';
import { csrfViolation, flowReplaced, type IdentityError } from '#domain/identity/errors.ts';
import { MAX_CODE_ATTEMPTS } from '#domain/identity/limits.ts';
import type { OwnerAnswer } from '#domain/identity/owner.ts';
import { type TextId, text } from '#domain/identity/texts.ts';
import { checkEmail } from '#domain/identity/traits.ts';
import { setCurrentSession } from '../tab.ts';
import type { Exchange } from './context.ts';
import { nativeToken } from './context.ts';
import { identityByEmail, mailCode, type StoredFlow, type StoredIdentity } from './data.ts';
import { createFlow, present } from './flow.ts';
import type { Fields } from './form.ts';
import { signIn } from './login.ts';
import { endAccount, isOwn, ownerAnswered, proveAddress } from './owner.ts';

type CodeKind = 'recovery' | 'verification';
const WORDS: Readonly<
  Record<CodeKind, { subject: string; sent: TextId; wrong: TextId; field: TextId }>
> = {
  recovery: { subject: 'Your recovery code', sent: 1060003, wrong: 4060006, field: 1070010 },
  verification: {
    subject: 'Verify your email address',
    sent: 1080003,
    wrong: 4070006,
    field: 1070011,
  },
};

/** The form of a recovery or verification flow. */
export function codeFormNodes(exchange: Exchange, flow: StoredFlow): UiNode[] {
  if (flow.state === 'passed_challenge')
    return continueNodes(flow.return_to ?? `${exchange.url.origin}/`);
  if (flow.ask) return ownerNodes();
  if (flow.is_disowned) return continueNodes(`${exchange.url.origin}/auth/registration`);
  if (flow.state === 'choose_method') return addressNodes();
  return codeNodes(WORDS[flow.kind as CodeKind].field, flow.email ?? '');
}

/**
 * Handles a submission: emails a code to an address (the response is the same if it is unknown) or checks a code. A
 * wrong code isn't an HTTP error: Kratos responds with 200 and puts a message into the flow.
 */
export async function submitCode(
  exchange: Exchange,
  flow: StoredFlow,
  fields: Fields,
): Promise<object | undefined> {
  const { data } = exchange.store;
  const words = WORDS[flow.kind as CodeKind];
  if (flow.state === 'passed_challenge') throw usedFlow(exchange, flow);
  const asked = fields.email === undefined ? ownerAnswered(exchange, flow, fields) : undefined;
  if (asked) return settle(exchange, flow, asked.identity, asked.answer);
  if (fields.code === undefined || fields.code === '') {
    const email = checkEmail(fields.email, 'email');
    flow.state = 'sent_email';
    flow.email = email;
    delete flow.ask;
    delete flow.is_disowned;
    flow.messages = [text(words.sent)];
    delete flow.code;
    if (identityByEmail(data.identity, email))
      flow.code = mailCode(data.identity, email, words.subject);
    return undefined;
  }
  flow.attempts += 1;
  if (flow.attempts > MAX_CODE_ATTEMPTS) throw tooManyAttempts(exchange, flow);
  const identity = identityByEmail(data.identity, flow.email ?? '');
  if (!identity || flow.code === undefined || fields.code !== flow.code) {
    flow.messages = [text(words.wrong)];
    return undefined;
  }
  delete flow.code;
  return settle(exchange, flow, identity);
}

/** Ends a flow whose code was right, or asks first whether the person signed up. */
async function settle(
  exchange: Exchange,
  flow: StoredFlow,
  identity: StoredIdentity,
  answer?: OwnerAnswer,
): Promise<object | undefined> {
  if (flow.kind === 'verification' && answer === 'no' && !isOwn(exchange, identity)) {
    await endAccount(exchange, identity);
    delete flow.ask;
    flow.is_disowned = true;
    flow.messages = [text(1080904)];
    return undefined;
  }
  if (!(await proveAddress(exchange, flow, identity, answer))) return undefined;
  flow.state = 'passed_challenge';
  if (flow.kind === 'verification') {
    flow.messages = [text(1080002)];
    return present(exchange, flow, codeFormNodes(exchange, flow));
  }
  const session = signIn(exchange, identity, 'code_recovery');
  if (flow.type === 'browser') setCurrentSession(exchange.store, session.id);
  const settings = createFlow(exchange, 'settings', {
    type: flow.type,
    identity_id: identity.id,
    messages: [text(1060001)],
  });
  const url = `${exchange.url.origin}/settings/security?flow=${settings.id}`;
  const token =
    flow.type === 'api'
      ? [{ action: 'set_ory_session_token', ory_session_token: nativeToken(session) }]
      : [];
  const continue_with = [...token, { action: 'show_settings_ui', flow: { id: settings.id, url } }];
  flow.messages = [];
  const shown = codeNodes(WORDS.recovery.field, flow.email ?? '');
  return present(exchange, flow, shown, { continue_with });
}

/** A recovery has already signed the person in, which gave them a new CSRF token. */
function usedFlow(exchange: Exchange, flow: StoredFlow): IdentityError {
  return flow.kind === 'recovery' ? csrfViolation() : tooManyAttempts(exchange, flow);
}

function tooManyAttempts(exchange: Exchange, flow: StoredFlow): IdentityError {
  const next = createFlow(exchange, flow.kind, { type: flow.type });
  return flowReplaced(next.id);
}
