import type { IdentityContext } from '../context.ts';
import * as errors from '../errors.ts';
import type { Exchange, Outcome } from '../http/exchange.ts';
import { findSession, lacksSecondFactor, secondFactorUrl } from './session.ts';
import { toSession } from './wire.ts';

/** The only template for `tokenize_as`. */
const TEMPLATE = 'taskloom';

/**
 * Returns the caller's session, with a token if requested.
 * @throws IdentityError 401 (without id), 403 session_aal2_required, 400 for an unknown template.
 */
export async function whoami(ctx: IdentityContext, exchange: Exchange): Promise<Outcome> {
  const record = await findSession(ctx, exchange);
  if (!record) throw errors.unauthorized();
  if (lacksSecondFactor(record)) throw errors.sessionAal2Required(secondFactorUrl(ctx));
  const template = exchange.query('tokenize_as');
  if (template !== undefined && template !== TEMPLATE) {
    throw errors.badRequest(`Unable to find the tokenizer template "${template}".`);
  }
  const tokenized = template ? { tokenized: await ctx.sign(record) } : {};
  return {
    status: 200,
    body: { ...toSession(ctx, record.session, record.identity), ...tokenized },
  };
}
