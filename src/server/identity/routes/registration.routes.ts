import type { IdentityContext } from '../context.ts';
import { getRegistration, initRegistration, submitRegistration } from '../flows/registration.ts';
import type { Route } from './route.ts';

/** Registration: start (browser, native), read, submit. */
export function registrationRoutes(route: Route, ctx: IdentityContext): void {
  const path = '/self-service/registration';
  route('GET', `${path}/browser`, (exchange) => initRegistration(ctx, exchange, 'browser'));
  route('GET', `${path}/api`, (exchange) => initRegistration(ctx, exchange, 'api'));
  route('GET', `${path}/flows`, (exchange) => getRegistration(ctx, exchange), { json: true });
  route('POST', path, (exchange) => submitRegistration(ctx, exchange));
}
