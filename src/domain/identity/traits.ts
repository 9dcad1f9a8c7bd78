import { z } from 'zod';
import { FormError } from './errors.ts';
import { type FlowMessage, text } from './texts.ts';

/** What the identity schema knows of a person. */
export interface Traits {
  email: string;
  name: string;
}

const email = z.email().max(320);
const NAME_MAX = 100;

/**
 * Returns the value of a required field.
 * @throws FormError 4000002 at the field if it is empty.
 */
export function requireField(value: string | undefined, name: string, title: string): string {
  if (!value) throw new FormError([], { [name]: [text(4000002, { title, property: name })] });
  return value;
}

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

/** Checks typed traits. @throws FormError with a message for each missing or malformed field. */
export function checkTraits(typed: { [Name in keyof Traits]: string | undefined }): Traits {
  const faults: Record<string, FlowMessage[]> = {};
  let address = '';
  try {
    address = checkEmail(typed.email, 'traits.email');
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    Object.assign(faults, error.fields);
  }
  const name = (typed.name ?? '').trim();
  if (!name) faults['traits.name'] = [text(4000002, { title: 'Name', property: 'name' })];
  if (name.length > NAME_MAX) {
    const expected = `name (at most ${NAME_MAX} characters)`;
    faults['traits.name'] = [text(4000004, { expected })];
  }
  if (Object.keys(faults).length > 0) throw new FormError([], faults);
  return { email: address, name };
}
