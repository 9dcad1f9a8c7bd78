import type { IdentityContext } from '../context.ts';
import { getRecovery, initRecovery, submitRecovery } from '../flows/recovery.ts';
import type { Route } from './route.ts';

/** Recovery: start (browser, native), read, submit. */
export function recoveryRoutes(route: Route, ctx: IdentityContext): void {
  const path = '/self-service/recovery';
  route('GET', `${path}/browser`, (exchange) => initRecovery(ctx, exchange, 'browser'));
  route('GET', `${path}/api`, (exchange) => initRecovery(ctx, exchange, 'api'));
  route('GET', `${path}/flows`, (exchange) => getRecovery(ctx, exchange), { json: true });
  route('POST', path, (exchange) => submitRecovery(ctx, exchange));
}
