import type { UiText } from '@ory/client';
import type { Flow, FlowBody, InputNode, UiNode } from './flow-types.ts';

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
  return type !== 'hidden' && !isPressed(type);
}

function isPressed(type: string): boolean {
  return type === 'submit' || type === 'button';
}

function isVisible(node: UiNode): boolean {
  return isInput(node) ? node.attributes.type !== 'hidden' : node.type !== 'script';
}

/**
 * Groups a flow's nodes: the shared ones, then each method with its fields and buttons.
 * @param groups the groups to include; all by default
 */
export function arrange(nodes: readonly UiNode[], groups?: readonly string[]): Arrangement {
  const wanted = nodes.filter((node) => !groups || groups.includes(node.group)).filter(isVisible);
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

/**
 * Splits methods into those with fields to fill in and those that are a single press. The first of the former
 * is the main one.
 */
export function splitMethods(methods: readonly Method[]): { typed: Method[]; pressed: Method[] } {
  const typed = methods.filter((method) => method.fields.length > 0 && method.buttons.length > 0);
  const pressed = methods.filter(
    (method) => method.fields.length === 0 && method.buttons.length > 0,
  );
  return { typed, pressed };
}

/** A button that resends a code; never the main button of a form. */
export function isResend(button: InputNode): boolean {
  const { name } = button.attributes;
  return name === 'resend' || name === 'email' || button.meta.label?.id === 1070008;
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
      (node.group === 'default' || node.group === button.group) &&
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
      isInput(node) &&
      node.attributes.type === 'hidden' &&
      (node.group === 'default' || node.group === button.group),
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

/** The node with this name or id. */
export function findNode(nodes: readonly UiNode[], name: string): UiNode | undefined {
  return nodes.find((node) => {
    const { attributes } = node;
    return attributes.node_type === 'input' ? attributes.name === name : attributes.id === name;
  });
}

/** Whether the flow has this method, or any other node of that group. */
export function hasGroup(flow: Flow, group: string): boolean {
  return flow.ui.nodes.some((node) => node.group === group);
}

/** The flow's messages of one kind, without those that the screen words itself. */
export function flowMessages(flow: Flow, hide: readonly number[] = []): UiText[] {
  return (flow.ui.messages ?? []).filter((message) => !hide.includes(message.id));
}

/** Whether a flow was returned because something in it is invalid. */
export function hasErrors(flow: Flow): boolean {
  const all = [...(flow.ui.messages ?? []), ...flow.ui.nodes.flatMap((node) => node.messages)];
  return all.some((message) => message.type === 'error');
}
