import type { UiNode } from '@ory/client';
import { anchor, codeInput, emailInput, methodButton, submit } from './build.ts';
import type { TextId } from './texts.ts';

/** Recovery and verification ask for the address first. */
export function addressNodes(): UiNode[] {
  return [emailInput('code'), methodButton('code', 1070009)];
}

/** Then for the code; `email` as a button sends another one. */
export function codeNodes(label: TextId, email: string): UiNode[] {
  return [codeInput(label), methodButton('code', 1070009), submit('code', 'email', email, 1070008)];
}

/** Done: a link that leads on. */
export function continueNodes(href: string): UiNode[] {
  return [anchor('code', 'continue', href, 1070009)];
}
