import { z } from 'zod';
import type { FlowMessage } from '#server/db/schema/identity.ts';
import { FormError } from './errors.ts';
import type { Exchange } from './http/exchange.ts';
import { text } from './nodes/texts.ts';

export interface Traits {
  email: string;
  name: string;
}

const email = z.email().max(320);
const NAME_MAX = 100;

/** The form in which addresses are compared and stored. */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

/** Returns the address in lower case. @throws FormError at `field` if it isn't a valid email address. */
export function checkEmail(typed: string | undefined, field: string): string {
  const value = normaliseEmail(typed ?? '');
  if (!value) throw new FormError([], { [field]: [text(4000002, { title: 'Email' })] });
  if (!email.safeParse(value).success) throw new FormError([], { [field]: [text(4000040)] });
  return value;
}

/** Reads the traits from a form. @throws FormError with a message for each missing or malformed field. */
export function readTraits(exchange: Exchange): Traits {
  const faults: Record<string, FlowMessage[]> = {};
  let address = '';
  try {
    address = checkEmail(exchange.form.trait('email'), 'traits.email');
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    Object.assign(faults, error.fields);
  }
  const name = (exchange.form.trait('name') ?? '').trim();
  if (!name) faults['traits.name'] = [text(4000002, { title: 'Name', property: 'name' })];
  if (name.length > NAME_MAX) {
    const expected = `name (at most ${NAME_MAX} characters)`;
    faults['traits.name'] = [text(4000004, { expected })];
  }
  if (Object.keys(faults).length > 0) throw new FormError([], faults);
  return { email: address, name };
}
