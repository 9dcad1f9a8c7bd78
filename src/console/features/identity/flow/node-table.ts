import type { UiNodeGroupEnum } from '@ory/client';
import type { UiNode } from './flow-types.ts';

/** Where a group is shown: on the sign-in screens and on the security page, or why it isn't. */
type GroupRow = {
  /** Whether the forms of sign-in, registration, recovery and verification show it. */
  form: true | { hidden: string };
  /** The title of the section of the security page that shows it. */
  settings: string | { hidden: string };
};

type Group = Exclude<UiNodeGroupEnum, '11184809'>;

const noSetting = { hidden: 'Ory has no settings of this group.' };
const captcha = { hidden: 'Only Ory Network has it, and it needs the script of another service.' };
const device = { hidden: 'Only apps on phones have keys of the device itself.' };
const consent = { hidden: 'Only apps that sign people in through Ory ask for consent.' };

/** Every group of nodes that Ory sends: where it is shown, or why it isn't. */
export const groupTable: Readonly<Record<Group, GroupRow>> = {
  default: { form: true, settings: { hidden: 'It only has the token against forged requests.' } },
  password: { form: true, settings: 'Password' },
  totp: { form: true, settings: 'Authenticator app' },
  lookup_secret: { form: true, settings: 'Backup codes' },
  passkey: { form: true, settings: 'Passkeys' },
  webauthn: { form: true, settings: 'Security keys' },
  oidc: { form: true, settings: 'Connected accounts' },
  saml: { form: true, settings: 'Connected accounts' },
  profile: { form: true, settings: 'Name and email' },
  identifier_first: { form: true, settings: noSetting },
  code: { form: true, settings: noSetting },
  link: { form: true, settings: noSetting },
  captcha: { form: captcha, settings: captcha },
  deviceauthn: { form: device, settings: device },
  oauth2_consent: { form: consent, settings: consent },
};

/** Why nodes of some kinds aren't shown in any group. */
const kinds = {
  hidden: 'It is sent back as it came. Its errors are shown above the form.',
  messageOnly: 'It has no label: Ory adds it for an error, which is shown above the form.',
  script: 'The console calls the WebAuthn API itself and loads no scripts.',
  div: 'Only a CAPTCHA has it.',
  twice: 'Ory sends it twice.',
  code: 'Ory adds it to a flow that sends links, and then knows no method for it.',
};

/**
 * Why a node isn't shown in a form.
 * @param all the nodes of its flow
 * @returns null if it is shown
 */
export function whyHidden(node: UiNode, all: readonly UiNode[]): string | null {
  const { attributes, group } = node;
  if (attributes.node_type === 'input') {
    if (attributes.type === 'hidden') return kinds.hidden;
    if (isMessageOnly(node)) return kinds.messageOnly;
    if (all.find((other) => isSameButton(other, node)) !== node) return kinds.twice;
    if (group === 'code' && attributes.name === 'email' && sendsLinks(all)) return kinds.code;
  }
  if (attributes.node_type === 'script') return kinds.script;
  if (attributes.node_type === 'div') return kinds.div;
  // A group that Ory has added since is shown.
  const row: GroupRow | undefined = groupTable[group as Group];
  return row === undefined || row.form === true ? null : row.form.hidden;
}

/** Whether a form sends links instead of codes. */
export function sendsLinks(nodes: readonly UiNode[]): boolean {
  return nodes.some(({ group }) => group === 'link');
}

/** Whether two nodes are the same, or buttons that do the same. */
function isSameButton(one: UiNode, other: UiNode): boolean {
  if (one === other) return true;
  const [left, right] = [one.attributes, other.attributes];
  if (left.node_type !== 'input' || right.node_type !== 'input' || one.group !== other.group) {
    return false;
  }
  const keys = ['name', 'type', 'value'] as const;
  return left.type === 'submit' && keys.every((key) => left[key] === right[key]);
}

/** Whether an input only carries an error about a field of no form. Traits may have no label either. */
export function isMessageOnly({ attributes, messages, meta }: UiNode): boolean {
  const isTrait = attributes.node_type === 'input' && attributes.name.startsWith('traits');
  return messages.length > 0 && !meta.label && !isTrait;
}
