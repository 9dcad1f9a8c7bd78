import type { IdentityContext } from '../context.ts';
import { type FormError, sessionAlreadyAvailable } from '../errors.ts';
import type { Exchange, Outcome } from '../http/exchange.ts';
import { type FlowRow, saveFlow } from '../rows.ts';
import { findSession } from '../sessions/session.ts';
import { checkTraits, requireField, type Traits } from '../traits.ts';
import { allowedReturnTo, fetchUrl, homeUrl, uiUrl } from '../urls.ts';
import type { WireFlow } from './present.ts';

/** Form values that are shown again. Passwords and codes never are. */
const remembered = ['identifier', 'email', 'traits.email', 'traits.name'] as const;

/** Starts a submission: clears the previous messages and keeps the typed values. */
export function openSubmission(exchange: Exchange, flow: FlowRow): FlowRow {
  const method = exchange.form.text('method');
  const fields: FlowRow['fields'] = {};
  for (const [name, field] of Object.entries(flow.fields)) {
    if (field.value !== undefined) fields[name] = { value: field.value };
  }
  for (const name of remembered) {
    const value = name.startsWith('traits.')
      ? exchange.form.trait(name.slice('traits.'.length))
      : exchange.form.text(name);
    if (value !== undefined) fields[name] = { value: value.slice(0, 320) };
  }
  return { ...flow, active: method === 'code' ? method : flow.active, fields, messages: [] };
}

/** Stores a changed flow. */
export async function keepFlow(ctx: IdentityContext, flow: FlowRow): Promise<FlowRow> {
  const kept = { ...flow, updatedAt: ctx.clock() };
  await saveFlow(ctx.rows, kept);
  return kept;
}

/** Adds a form error's messages to the flow. */
export function withRefusal(flow: FlowRow, error: FormError): FlowRow {
  const fields = { ...flow.fields };
  for (const [name, messages] of Object.entries(error.fields)) {
    fields[name] = { ...fields[name], messages };
  }
  return { ...flow, fields, messages: error.messages };
}

/** The response that shows a flow: JSON with a status, or a redirect to the screen. */
export function showFlow(
  ctx: IdentityContext,
  flow: FlowRow,
  status: number,
  body: unknown,
): Outcome {
  return { status, body, redirect: uiUrl(ctx, flow.kind, { flow: flow.id }) };
}

/** Puts a flow into Ory's format. */
export type Present = (
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
) => WireFlow | Promise<WireFlow>;

/** Stores a changed flow and shows it. */
export async function keepAndShow(
  ctx: IdentityContext,
  exchange: Exchange,
  present: Present,
  flow: FlowRow,
  status: number,
): Promise<Outcome> {
  const kept = await keepFlow(ctx, flow);
  return showFlow(ctx, kept, status, await present(ctx, exchange, kept));
}

/**
 * Refuses people who are signed in.
 * @throws IdentityError 400, which sends browsers on
 */
export async function refuseSignedIn(
  ctx: IdentityContext,
  exchange: Exchange,
  returnTo: string | null | undefined = allowedReturnTo(ctx, exchange.query('return_to')),
): Promise<void> {
  if (await findSession(ctx, exchange)) throw sessionAlreadyAvailable(returnTo ?? homeUrl(ctx));
}

/**
 * Returns the value of a required field.
 * @throws FormError 4000002 at the field if it is empty.
 */
export function requiredText(exchange: Exchange, name: string, title: string): string {
  return requireField(exchange.form.text(name), name, title);
}

/** Reads the traits from a form. @throws FormError with a message for each missing or malformed field. */
export function readTraits({ form }: Exchange): Traits {
  return checkTraits({ email: form.trait('email'), name: form.trait('name') });
}

/** The response that redirects browsers and other clients to another flow of the same kind. */
export function movedFlow(ctx: IdentityContext, exchange: Exchange, flow: FlowRow): Outcome {
  const redirect = exchange.json
    ? fetchUrl(ctx, flow.kind, flow.id)
    : uiUrl(ctx, flow.kind, { flow: flow.id });
  return { status: 303, redirect, always: true };
}
