import type { UiNode } from '@ory/client';
import { type Enrolled, type EnrolledKey, hexId, isLastFirstFactor } from './credentials.ts';
import { hidden, image, input, methodButton, newPasswordInput, submit, textNode } from './node.ts';
import { type FlowMessage, text } from './texts.ts';
import { traitNodes } from './traits-schema.ts';

/** A confirmed backup code, and when it was used. */
export interface LookupCode {
  code: string;
  usedAt: Date | null;
}

/** Content of the settings form, besides the person's traits. */
export interface SettingsView {
  email: string;
  name: string;
  credentials: Enrolled;
  /** The seed for linking an authenticator app. Undefined if an app is already linked. */
  totp: { secret: string; image: string; size: number } | undefined;
  /** New backup codes that are waiting to be confirmed. */
  codes: string[] | undefined;
  /** Whether confirmed backup codes can be shown again. Codes from before that was possible can only be replaced. */
  canReveal: boolean;
  /** The confirmed backup codes, if they are shown again. */
  revealed?: readonly LookupCode[] | undefined;
  /** Options for `navigator.credentials.create`, as JSON. Undefined without support for keys. */
  passkeyOptions?: string | undefined;
  securityKeyOptions?: string | undefined;
}

/** All groups of the settings form. */
export function settingsNodes(view: SettingsView): UiNode[] {
  return [
    ...profileNodes(view),
    ...passwordNodes(),
    ...totpNodes(view),
    ...lookupNodes(view),
    ...passkeyNodes(view),
    ...securityKeyNodes(view),
  ];
}

function profileNodes({ email, name }: SettingsView): UiNode[] {
  const values: Record<string, string> = { 'traits.email': email, 'traits.name': name };
  const fields = traitNodes('profile').map((node) => {
    const { attributes } = node;
    if (attributes.node_type !== 'input') return node;
    return { ...node, attributes: { ...attributes, value: values[attributes.name] } };
  });
  return [...fields, methodButton('profile', 1070003)];
}

function passwordNodes(): UiNode[] {
  return [newPasswordInput({ ends_other_sessions: true }), methodButton('password', 1070003)];
}

function totpNodes({ credentials, totp }: SettingsView): UiNode[] {
  if (credentials.totp || !totp) return [submit('totp', 'totp_unlink', 'true', 1050004)];
  const secret = text(1050006, { secret: totp.secret });
  return [
    image('totp', 'totp_qr', totp.image, totp.size, 1050005),
    textNode('totp', 'totp_secret_key', secret, 1050017),
    input('totp', 'text', 'totp_code', 1070006, {
      required: true,
      autocomplete: 'one-time-code',
      maxlength: 6,
    }),
    methodButton('totp', 1070003),
  ];
}

/** New codes are shown until they are confirmed. Confirmed ones can be shown again; only then can they be replaced. */
function lookupNodes({ credentials, codes, canReveal, revealed }: SettingsView): UiNode[] {
  const group = 'lookup_secret';
  if (codes) {
    const secrets = codes.map((secret) => text(1050009, { secret }));
    return [codesNode(secrets), submit(group, 'lookup_secret_confirm', 'true', 1050011)];
  }
  const regenerate = submit(group, 'lookup_secret_regenerate', 'true', 1050008);
  if (!credentials.lookup) return [regenerate];
  const disable = submit(group, 'lookup_secret_disable', 'true', 1050016);
  if (!canReveal) return [disable, regenerate];
  if (!revealed) return [disable, submit(group, 'lookup_secret_reveal', 'true', 1050007)];
  const secrets = revealed.map(({ code, usedAt }) =>
    usedAt ? text(1050014, { used_at: usedAt.toISOString() }) : text(1050009, { secret: code }),
  );
  return [disable, codesNode(secrets), regenerate];
}

function codesNode(secrets: FlowMessage[]): UiNode {
  return textNode('lookup_secret', 'lookup_secret_codes', text(1050015, { secrets }), 1050010);
}

function label(id: 1050018 | 1050020, key: EnrolledKey) {
  const added = key.createdAt.toISOString();
  return text(id, { display_name: key.displayName, added_at: added });
}

function passkeyNodes({ credentials, passkeyOptions }: SettingsView): UiNode[] {
  if (passkeyOptions === undefined) return [];
  const disabled = isLastFirstFactor(credentials);
  return [
    ...credentials.passkeys.map((key) =>
      submit('passkey', 'passkey_remove', hexId(key), label(1050020, key), { disabled }),
    ),
    input('passkey', 'button', 'passkey_register_trigger', 1050019, {
      onclickTrigger: 'oryPasskeySettingsRegistration',
    }),
    hidden('passkey', 'passkey_settings_register'),
    hidden('passkey', 'passkey_create_data', passkeyOptions),
  ];
}

function securityKeyNodes({ credentials, securityKeyOptions }: SettingsView): UiNode[] {
  if (securityKeyOptions === undefined) return [];
  return [
    ...credentials.securityKeys.map((key) =>
      submit('webauthn', 'webauthn_remove', hexId(key), label(1050018, key)),
    ),
    input('webauthn', 'text', 'webauthn_register_displayname', 1050013),
    hidden('webauthn', 'webauthn_register'),
    input('webauthn', 'button', 'webauthn_register_trigger', 1050012, {
      value: securityKeyOptions,
      onclickTrigger: 'oryWebAuthnRegistration',
    }),
  ];
}
