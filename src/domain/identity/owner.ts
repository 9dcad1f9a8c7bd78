import { mailName } from '#core/greeting.ts';
import { type FlowMessage, text } from './texts.ts';

/** What the question about an account says about it. */
interface Account {
  email: string;
  name: string;
  /** When its address was entered. */
  since: Date;
}

/** Whether the person at the browser signed up with an address, in a flow that has proven it. */
export type OwnerAnswer = 'yes' | 'no';

/** The answer in a form; undefined if there is none. */
export function ownerAnswer(typed: string | undefined): OwnerAnswer | undefined {
  return typed === 'yes' || typed === 'no' ? typed : undefined;
}

/** The question to somebody who has proven an address that someone else may have signed up with. */
export function ownerQuestion({ email, name, since }: Account): FlowMessage {
  // Whoever signed up chose the name, so it must not carry a message.
  const known = mailName(name);
  const signed_up_on = since.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  const context = { email, signed_up_on, signed_up_at: since.toISOString() };
  return text(1080901, known === undefined ? context : { ...context, name: known });
}
