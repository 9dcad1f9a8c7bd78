import type { IdentityContext } from '../context.ts';
import * as errors from '../errors.ts';
import { FormError } from '../errors.ts';
import type { Exchange } from '../http/exchange.ts';
import type { FlowRow, SessionRecord } from '../rows.ts';
import { isPrivileged } from '../sessions/session.ts';
import { text } from '../texts.ts';
import { browserUrl, uiUrl } from '../urls.ts';
import { changePasskey, changeSecurityKey } from './settings-keys.ts';
import { changePassword, changeProfile } from './settings-profile.ts';
import { changeLookup, changeTotp } from './settings-second-factor.ts';
import type { Change, Submission } from './settings-submission.ts';

const methods: Record<string, (submission: Submission) => Promise<Change>> = {
  profile: changeProfile,
  password: changePassword,
  totp: changeTotp,
  lookup_secret: changeLookup,
  passkey: changePasskey,
  webauthn: changeSecurityKey,
};

/** Fields that reveal the method if the form doesn't name it. */
const telling: [string, string][] = [
  ['totp_', 'totp'],
  ['lookup_secret_', 'lookup_secret'],
  ['passkey_', 'passkey'],
  ['webauthn_', 'webauthn'],
];
const fieldNames = [
  'totp_unlink',
  'totp_code',
  'lookup_secret_regenerate',
  'lookup_secret_reveal',
  'lookup_secret_disable',
  'lookup_secret_confirm',
  'passkey_remove',
  'passkey_settings_register',
  'webauthn_remove',
  'webauthn_register',
];

/**
 * Applies the changes of one group of the settings form.
 * @throws FormError if the input is invalid; IdentityError 403 session_refresh_required.
 */
export async function changeSettings(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  record: SessionRecord,
): Promise<Change> {
  const field = fieldNames.find((name) => exchange.form.text(name));
  const revealed = telling.find(([prefix]) => field?.startsWith(prefix))?.[1];
  const named = exchange.form.text('method');
  const method = named ?? revealed ?? (exchange.form.has('password') ? 'password' : '');
  const change = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!change) throw new FormError([text(4010004)]);
  const assertPrivileged = () => {
    if (isPrivileged(ctx, record.session)) return;
    const back = uiUrl(ctx, 'settings', { flow: flow.id });
    const url = browserUrl(ctx, 'login', { refresh: 'true', return_to: back });
    throw errors.sessionRefreshRequired(url);
  };
  await ctx.throttle.consume('change', record.identity.id);
  return change({ ctx, exchange, flow, record, assertPrivileged });
}
