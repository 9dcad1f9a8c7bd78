import type { UiNode, UiNodeGroupEnum, UiNodeInputAttributes, UiText } from '@ory/client';
import { type TextId, text } from './texts.ts';

type Options = Partial<Omit<UiNodeInputAttributes, 'node_type' | 'name' | 'type'>>;
type Group = Exclude<UiNodeGroupEnum, '11184809'>;

/** An input in Kratos's format. `label` is a text id or a custom text. */
export function input(
  group: Group,
  type: UiNodeInputAttributes['type'],
  name: string,
  label?: TextId | UiText,
  options: Options = {},
): UiNode {
  return {
    type: 'input',
    group,
    attributes: { name, type, disabled: false, node_type: 'input', ...options },
    messages: [],
    meta: label === undefined ? {} : { label: typeof label === 'number' ? text(label) : label },
  };
}

/** A button that sends its name and value. */
export function submit(
  group: Group,
  name: string,
  value: string,
  label: TextId | UiText,
  options: Options = {},
): UiNode {
  return input(group, 'submit', name, label, { value, ...options });
}

/** A hidden value. */
export function hidden(group: Group, name: string, value: string, required = false): UiNode {
  return input(group, 'hidden', name, undefined, { value, ...(required ? { required } : {}) });
}

/** A text to read or copy. */
export function textNode(group: Group, id: string, value: UiText, label: TextId): UiNode {
  const attributes = { id, text: value, node_type: 'text' as const };
  return { type: 'text', group, attributes, messages: [], meta: { label: text(label) } };
}

/** A square image. */
export function image(group: Group, id: string, src: string, label: TextId): UiNode {
  const attributes = { id, src, width: 256, height: 256, node_type: 'img' as const };
  return { type: 'img', group, attributes, messages: [], meta: { label: text(label) } };
}

/** The link that continues after a verification. */
export function continueLink(href: string): UiNode {
  const title = text(1070009);
  const attributes = { id: 'continue', href, title, node_type: 'a' as const };
  return { type: 'a', group: 'code', attributes, messages: [], meta: { label: title } };
}

/** The fields of a person. */
export function traitNodes(group: Group): UiNode[] {
  const label = (title: string, name: string) => ({
    ...text(1070002, { title, name }),
    text: title,
  });
  const email = { required: true, autocomplete: 'email', maxlength: 320 } as const;
  return [
    input(group, 'email', 'traits.email', label('E-mail', 'traits.email'), email),
    input(group, 'text', 'traits.name', label('Name', 'traits.name'), {
      required: true,
      maxlength: 100,
    }),
  ];
}

/** A field for a password. */
export function passwordNode(autocomplete: 'current-password' | 'new-password'): UiNode {
  return input('password', 'password', 'password', 1070001, { required: true, autocomplete });
}

/** A field for an emailed code, and its buttons. */
export function codeNodes(label: TextId, resend: { name: string; value: string }): UiNode[] {
  const field = {
    required: true,
    autocomplete: 'one-time-code',
    maxlength: 6,
    pattern: '[0-9]+',
  } as const;
  return [
    input('code', 'text', 'code', label, field),
    submit('code', 'method', 'code', 1070009),
    submit('code', resend.name, resend.value, 1070008),
  ];
}

/** The email address that a code is sent to. */
export function emailNodes(): UiNode[] {
  const field = { required: true, autocomplete: 'email' } as const;
  return [
    input('code', 'email', 'email', 1070007, field),
    submit('code', 'method', 'code', 1070009),
  ];
}
