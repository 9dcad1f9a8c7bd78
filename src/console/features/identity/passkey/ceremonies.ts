import type { InputNode, UiNode } from '../flow/flow-types.ts';
import { fieldValue, findNode, isInput, type Typed } from '../flow/nodes.ts';
import {
  type CeremonyResult,
  createCredential,
  displayNameField,
  getCredential,
} from './webauthn.ts';

/** What a passkey or security-key button needs: where its options are, and which field its response goes into. */
type Ceremony = { data: string; field: string; creates: boolean };

/** Buttons are recognised by name, since older identity services send only a script and no trigger. */
function ceremonyOf(nodes: readonly UiNode[], button: InputNode): Ceremony | null {
  const own = button.attributes.name;
  switch (own) {
    case 'passkey_login_trigger':
      return { data: 'passkey_challenge', field: 'passkey_login', creates: false };
    case 'passkey_register_trigger': {
      const settings = findNode(nodes, 'passkey_settings_register');
      const field = settings ? 'passkey_settings_register' : 'passkey_register';
      return { data: 'passkey_create_data', field, creates: true };
    }
    case 'webauthn_login_trigger':
      return { data: own, field: 'webauthn_login', creates: false };
    case 'webauthn_register_trigger':
      return { data: own, field: 'webauthn_register', creates: true };
    default:
      return null;
  }
}

/** Whether pressing a button opens the browser's dialog instead of submitting the form immediately. */
export function isCeremony(button: InputNode): boolean {
  return ceremonyOf([], button) !== null;
}

/**
 * Opens the browser's dialog for a button.
 * @returns its result, and the field that the response is submitted in
 */
export async function runCeremony(
  nodes: readonly UiNode[],
  button: InputNode,
  typed: Typed,
): Promise<{ result: CeremonyResult; field: string }> {
  const ceremony = ceremonyOf(nodes, button);
  const data = ceremony && dataOf(nodes, ceremony.data);
  if (!ceremony || !data) {
    const message = 'This form has no passkey challenge. Reload the page.';
    return { result: { type: 'failed', message }, field: '' };
  }
  const { field, creates } = ceremony;
  if (!creates) return { result: await getCredential(data), field };
  return { result: await createCredential(data, ownerName(nodes, data, typed)), field };
}

/** Offers passkeys in the browser's autofill list; waits until one is chosen or `signal` aborts. */
export async function autofillCeremony(
  nodes: readonly UiNode[],
  signal: AbortSignal,
): Promise<string | null> {
  const data = dataOf(nodes, 'passkey_challenge');
  if (!data) return null;
  const result = await getCredential(data, signal);
  return result.type === 'response' ? result.value : null;
}

function dataOf(nodes: readonly UiNode[], name: string): string | null {
  const node = findNode(nodes, name);
  const value = node && isInput(node) ? node.attributes.value : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A registration names the new passkey after the value of one of its fields. */
function ownerName(nodes: readonly UiNode[], data: string, typed: Typed): string | undefined {
  const field = displayNameField(data);
  const node = field === null ? undefined : findNode(nodes, field);
  const value = node && isInput(node) ? fieldValue(node, typed) : '';
  return typeof value === 'string' && value !== '' ? value : undefined;
}
