import type { UiNode } from '@ory/client';
import { anchor, codeInput, emailInput, hidden, methodButton, submit } from './node.ts';
import type { TextId } from './texts.ts';

/** The field of the answer to {@link ownerNodes}. */
export const OWNER_FIELD = 'signed_up';

/** Nodes of recovery and verification, step 1: enter the address. */
export function addressNodes(): UiNode[] {
  return [emailInput('code'), methodButton('code', 1070009)];
}

/** Step 2: enter the code. The `email` button sends another code. */
export function codeNodes(label: TextId, email: string, digits?: number): UiNode[] {
  return [
    hidden('code', 'method', 'code'),
    codeInput(label, digits),
    methodButton('code', 1070009),
    submit('code', 'email', email, 1070008),
  ];
}

/** In a browser that didn't sign up: whether the person did. */
export function ownerNodes(): UiNode[] {
  return [
    hidden('code', 'method', 'code'),
    submit('code', OWNER_FIELD, 'yes', 1080902),
    submit('code', OWNER_FIELD, 'no', 1080903),
  ];
}

/** Done: a link to continue. */
export function continueNodes(href: string): UiNode[] {
  return [anchor('code', 'continue', href, 1070009)];
}
