import type { UiText } from '@ory/client';
import type { Flow, FlowBody, InputNode, UiNode } from './flow-types.ts';
import { isMessageOnly, whyHidden } from './node-table.ts';

/** The typed values, by field name. */
export type Typed = Readonly<Record<string, string | boolean>>;

/** One method: its own fields and its buttons. */
export type Method = {
  group: string;
  /** Fields, texts, images and links, in the flow's order. */
  nodes: UiNode[];
  fields: InputNode[];
  buttons: InputNode[];
};

export type Arrangement = { shared: UiNode[]; methods: Method[] };

/** Whether a node is a form field or button. */
export function isInput(node: UiNode): node is InputNode {
  return node.attributes.node_type === 'input';
}

/** Whether an input is a button. */
export function isButton(node: UiNode): node is InputNode {
  return isInput(node) && isPressed(node.attributes.type);
}

/** Whether an input is filled in by a person. */
export function isField(node: UiNode): node is InputNode {
  if (!isInput(node)) return false;
  const { type } = node.attributes;
  return type !== 'hidden' && !isPressed(type) && !isMessageOnly(node);
}

function isPressed(type: string): boolean {
  return type === 'submit' || type === 'button';
}

/** Groups whose fields belong to every method of a form. */
const sharedGroups: readonly string[] = ['default', 'identifier_first'];

/** Whether a button submits this node. */
function belongsTo(node: UiNode, button: InputNode): boolean {
  return node.group === button.group || sharedGroups.includes(node.group);
}

/**
 * Groups a flow's nodes: the shared ones, then each method with its fields and buttons.
 * @param groups the groups to include; all by default
 */
export function arrange(nodes: readonly UiNode[], groups?: readonly string[]): Arrangement {
  const wanted = nodes.filter(
    (node) => (!groups || groups.includes(node.group)) && whyHidden(node, nodes) === null,
  );
  const shared = wanted.filter((node) => node.group === 'default' && !isButton(node));
  const methods = new Map<string, Method>();
  for (const node of wanted) {
    if (shared.includes(node)) continue;
    const method = methods.get(node.group) ?? emptyMethod(node.group);
    methods.set(node.group, method);
    if (isButton(node)) method.buttons.push(node);
    else method.nodes.push(node);
    if (isField(node)) method.fields.push(node);
  }
  return { shared, methods: [...methods.values()] };
}

function emptyMethod(group: string): Method {
  return { group, nodes: [], fields: [], buttons: [] };
}

/** The methods that lead a form, the preferred one first. Those that leave the page or need a device come last. */
const preferred: readonly string[] = [
  ...['password', 'totp', 'code', 'link', 'identifier_first', 'profile', 'lookup_secret'],
  ...['webauthn', 'passkey', 'oidc', 'saml'],
];

/**
 * Splits methods into those with fields to fill in and those that are a single press, the preferred ones first. The
 * first of the former, or else of the latter, is the main one.
 */
export function splitMethods(methods: readonly Method[]): { typed: Method[]; pressed: Method[] } {
  const sorted = methods
    .filter((method) => method.buttons.length > 0)
    .toSorted((one, other) => preferred.indexOf(one.group) - preferred.indexOf(other.group));
  return {
    typed: sorted.filter((method) => method.fields.length > 0),
    pressed: sorted.filter((method) => method.fields.length === 0),
  };
}

/** A button that resends a code; never the main button of a form. */
export function isResend(button: InputNode): boolean {
  const { name } = button.attributes;
  return name === 'resend' || name === 'email' || button.meta.label?.id === 1070008;
}

/** Whether a button of a method that has others is one of several equal choices. */
export function isChoice(button: InputNode): boolean {
  const { name } = button.attributes;
  return isAnswer(button) || ['address', 'recovery_select_address', 'provider'].includes(name);
}

/** A button that answers whether the person signed up. */
export function isAnswer(button: InputNode): boolean {
  return button.attributes.name === 'signed_up';
}

/** A button that leads one step back. */
export function isBack(button: InputNode): boolean {
  return button.attributes.name === 'screen' || button.meta.label?.id === 1040008;
}

/** A field for a one-time code, which is typed once and never kept. */
export function isCode(field: InputNode): boolean {
  return ['code', 'totp_code'].includes(field.attributes.name);
}

/** Fields that a response clears, since a code works only once. */
export function isOneTime(field: InputNode): boolean {
  return isCode(field) || field.attributes.name === 'lookup_secret';
}

/** The value of a field: what was typed, else what the flow came with. */
export function fieldValue(field: InputNode, typed: Typed): string | boolean {
  const { name, type, value } = field.attributes;
  const entered = typed[name];
  if (entered !== undefined) return entered;
  if (type === 'checkbox') return value === true || value === 'true';
  return value === undefined || value === null ? '' : String(value);
}

/** The fields that a button submits: the shared ones and those of its method. */
export function fieldsOf(nodes: readonly UiNode[], button: InputNode): InputNode[] {
  const others = button.attributes.name !== 'method';
  return nodes.filter(
    (node): node is InputNode =>
      isField(node) &&
      belongsTo(node, button) &&
      // The resend button must not submit the half-typed code.
      !(others && isOneTime(node) && (isResend(button) || isBack(button))),
  );
}

/** A button that needs no input: the passkey or the provider identifies the user. */
function needsNoFields(button: InputNode): boolean {
  const { group, attributes } = button;
  return (
    isResend(button) ||
    isBack(button) ||
    ['oidc', 'saml'].includes(group) ||
    attributes.name === 'passkey_login_trigger'
  );
}

/** The names of required fields that are still empty, in the flow's order. */
export function missing(nodes: readonly UiNode[], button: InputNode, typed: Typed): string[] {
  if (needsNoFields(button)) return [];
  return fieldsOf(nodes, button)
    .filter((field) => field.attributes.required && fieldValue(field, typed) === '')
    .map((field) => field.attributes.name);
}

/**
 * The body of a submission: the hidden and typed fields of the button's method, and the button itself.
 * @param extra values produced by the browser, such as a passkey's response
 */
export function bodyOf(
  nodes: readonly UiNode[],
  button: InputNode,
  typed: Typed,
  extra: Readonly<Record<string, string>> = {},
): FlowBody {
  const body: Record<string, unknown> = {};
  const hidden = nodes.filter(
    (node): node is InputNode =>
      isInput(node) && node.attributes.type === 'hidden' && belongsTo(node, button),
  );
  for (const node of hidden) {
    const { name, value } = node.attributes;
    // The challenges for scripts are long and not meant to be sent back.
    if (value === undefined || value === null || value === '' || isChallenge(name)) continue;
    assign(body, name, value);
  }
  for (const field of fieldsOf(nodes, button)) {
    const value = fieldValue(field, typed);
    if (value !== '') assign(body, field.attributes.name, coerce(field, value));
  }
  const { name, type, value } = button.attributes;
  if (type === 'submit' && value !== undefined) assign(body, name, value);
  for (const [key, value] of Object.entries(extra)) assign(body, key, value);
  return { ...body, method: methodOf(body, button) };
}

function methodOf(body: Record<string, unknown>, button: InputNode): string {
  if (button.attributes.name === 'method') return String(button.attributes.value);
  if (button.group !== 'default') return button.group;
  return typeof body.method === 'string' ? body.method : button.group;
}

function isChallenge(name: string): boolean {
  return ['passkey_challenge', 'passkey_create_data'].includes(name);
}

function coerce(field: InputNode, value: string | boolean): unknown {
  return field.attributes.type === 'number' && value !== '' ? Number(value) : value;
}

/** `traits.name.first` is a path. */
function assign(body: Record<string, unknown>, name: string, value: unknown): void {
  const path = name.split('.');
  const last = path.pop() ?? name;
  let at = body;
  for (const key of path) {
    const next = at[key];
    if (typeof next !== 'object' || next === null) at[key] = {};
    at = at[key] as Record<string, unknown>;
  }
  at[last] = value;
}

/** The name of an input, the id of any other node. */
export function nameOf({ attributes }: UiNode): string {
  return attributes.node_type === 'input' ? attributes.name : attributes.id;
}

/** The node with this name or id. */
export function findNode(nodes: readonly UiNode[], name: string): UiNode | undefined {
  return nodes.find((node) => nameOf(node) === name);
}

/** The input with this name. */
export function findInput(nodes: readonly UiNode[], name: string): InputNode | undefined {
  return nodes.find((node): node is InputNode => isInput(node) && nameOf(node) === name);
}

/** Whether a flow asks for an emailed code. */
export function hasCode(flow: Flow): boolean {
  return findInput(flow.ui.nodes, 'code') !== undefined;
}

/** Whether the flow has this method, or any other node of that group. */
export function hasGroup(flow: Flow, group: string): boolean {
  return flow.ui.nodes.some((node) => node.group === group);
}

/** A message, and the field it is about if that field isn't shown. */
export type FlowMessage = { message: UiText; field?: UiNode };

/**
 * The messages to show above a form: the flow's, and those of its nodes that no field shows.
 * @param hide ids of messages that the screen words itself
 * @param groups the groups of the form; all by default
 */
export function flowMessages(
  flow: Flow,
  hide: readonly number[] = [],
  groups?: readonly string[],
): FlowMessage[] {
  const unshown = flow.ui.nodes.filter(
    (node) => !isField(node) && (!groups || groups.includes(node.group)),
  );
  const all: FlowMessage[] = [
    ...(flow.ui.messages ?? []).map((message) => ({ message })),
    ...unshown.flatMap((field) => field.messages.map((message) => ({ message, field }))),
  ];
  return all.filter(({ message }) => !hide.includes(message.id));
}

/** The ids of all messages of a flow as a whole. */
export function messageIds(flow: Flow): number[] {
  return (flow.ui.messages ?? []).map(({ id }) => id);
}

const SAVED = 1050001;

/** Whether a flow was returned because it saved something. Its state says "success" from then on. */
export function isSaved(flow: Flow): boolean {
  return messageIds(flow).includes(SAVED);
}
