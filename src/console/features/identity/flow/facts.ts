import type { Flow, UiNode } from './flow-types.ts';
import { findNode } from './nodes.ts';

/**
 * What a flow says about the service's settings. Ory says none of it: then the console makes no promise, because what
 * these depend on is configured there.
 */
function factOf(texts: readonly ({ context?: object } | undefined)[], name: string): unknown {
  for (const text of texts) {
    const value = (text?.context as Record<string, unknown> | undefined)?.[name];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** When the code that was sent expires, as a sentence after another one; empty if the flow doesn't say. */
export function codeExpiry(flow: Flow): string {
  const minutes = factOf(flow.ui.messages ?? [], 'expires_in_minutes');
  return typeof minutes === 'number' ? ` It expires in ${minutes} minutes.` : '';
}

/** What a new password has to fulfil; undefined if the flow doesn't say. */
export function passwordRule(nodes: readonly UiNode[]): string | undefined {
  const least = factOf([labelOf(nodes, 'password')], 'min_length');
  return typeof least === 'number' ? `At least ${least} characters.` : undefined;
}

/** Whether changing the password ends the person's other sessions. */
export function endsOtherSessions(nodes: readonly UiNode[]): boolean {
  return factOf([labelOf(nodes, 'password')], 'ends_other_sessions') === true;
}

const labelOf = (nodes: readonly UiNode[], name: string) => findNode(nodes, name)?.meta.label;
