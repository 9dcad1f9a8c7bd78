import type { UiNode, UiNodeGroupEnum, UiNodeInputAttributes, UiText } from '@ory/client';
import { CODE_DIGITS } from './limits.ts';
import { MIN_PASSWORD_LENGTH } from './password.ts';
import { type TextId, text } from './texts.ts';

export type Group = Exclude<UiNodeGroupEnum, '11184809'>;

type InputOptions = Partial<Omit<UiNodeInputAttributes, 'name' | 'type' | 'node_type'>>;

/** An input with a label. `label` is a text id or a custom text. */
export function input(
  group: Group,
  type: UiNodeInputAttributes['type'],
  name: string,
  label?: TextId | UiText,
  options: InputOptions = {},
): UiNode {
  return {
    type: 'input',
    group,
    attributes: { name, type, disabled: false, node_type: 'input', ...options },
    messages: [],
    meta: label === undefined ? {} : { label: typeof label === 'number' ? text(label) : label },
  };
}

/** A hidden input. */
export function hidden(group: Group, name: string, value = '', options: InputOptions = {}): UiNode {
  return input(group, 'hidden', name, undefined, { value, ...options });
}

/** A submit button that sends its name and value. */
export function submit(
  group: Group,
  name: string,
  value: string,
  label: TextId | UiText,
  options: InputOptions = {},
): UiNode {
  return input(group, 'submit', name, label, { value, ...options });
}

/** The submit button of a method: its name is `method`, its value the method. */
export function methodButton(group: Group, label: TextId): UiNode {
  return submit(group, 'method', group, label);
}

/** A text to read or copy. */
export function textNode(group: Group, id: string, value: UiText, label: TextId): UiNode {
  return {
    type: 'text',
    group,
    attributes: { id, text: value, node_type: 'text' },
    messages: [],
    meta: { label: text(label) },
  };
}

/** The service's script, which the buttons with an `onclickTrigger` call in clients that don't do it themselves. */
export function webauthnScript(base: string, integrity: string, nonce: string): UiNode {
  return {
    type: 'script',
    group: 'webauthn',
    attributes: {
      id: 'webauthn_script',
      src: `${base}/.well-known/ory/webauthn.js`,
      async: true,
      crossorigin: 'anonymous',
      integrity,
      referrerpolicy: 'no-referrer',
      type: 'text/javascript',
      nonce,
      node_type: 'script',
    },
    messages: [],
    meta: {},
  };
}

/** Whether a form needs the service's script. */
export function hasTrigger(nodes: readonly UiNode[]): boolean {
  return nodes.some(
    ({ attributes }) => attributes.node_type === 'input' && attributes.onclickTrigger !== undefined,
  );
}

/** A square image. */
export function image(group: Group, id: string, src: string, size: number, label: TextId): UiNode {
  return {
    type: 'img',
    group,
    attributes: { id, src, width: size, height: size, node_type: 'img' },
    messages: [],
    meta: { label: text(label) },
  };
}

/** A link. */
export function anchor(group: Group, id: string, href: string, label: TextId): UiNode {
  const title = text(label);
  return {
    type: 'a',
    group,
    attributes: { id, href, title, node_type: 'a' },
    messages: [],
    meta: { label: title },
  };
}

/**
 * The field for a new password. Its label says how long it must be.
 * @param facts what else a new password means
 */
export function newPasswordInput(facts: Record<string, unknown> = {}): UiNode {
  const label = text(1070001, { min_length: MIN_PASSWORD_LENGTH, ...facts });
  return input('password', 'password', 'password', label, {
    required: true,
    autocomplete: 'new-password',
  });
}

/** The email field that starts recovery and verification. */
export function emailInput(group: Group): UiNode {
  return input(group, 'email', 'email', 1070007, { required: true, autocomplete: 'email' });
}

/** The field for an emailed code. */
export function codeInput(label: TextId, digits = CODE_DIGITS.usual): UiNode {
  return input('code', 'text', 'code', label, {
    required: true,
    autocomplete: 'one-time-code',
    maxlength: digits,
    pattern: '[0-9]+',
  });
}
