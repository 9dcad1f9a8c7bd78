import type { Route } from '../plugin.ts';
import type { IdentityService } from '../service.ts';
import { whoami } from '../sessions/whoami.ts';

/** Sessions: who am I, list, revoke. */
export function sessionRoutes(route: Route, { context, tokens }: IdentityService): void {
  route('GET', '/sessions/whoami', (exchange) => whoami(context, tokens, exchange), { json: true });
}
