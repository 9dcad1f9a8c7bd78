import type { IdentityContext } from '../context.ts';
import { getLogin, initLogin, submitLogin } from '../flows/login.ts';
import type { Route } from './route.ts';

/** Login: start (browser, native), read, submit. */
export function loginRoutes(route: Route, ctx: IdentityContext): void {
  route('GET', '/self-service/login/browser', (exchange) => initLogin(ctx, exchange, 'browser'));
  route('GET', '/self-service/login/api', (exchange) => initLogin(ctx, exchange, 'api'));
  route('GET', '/self-service/login/flows', (exchange) => getLogin(ctx, exchange), { json: true });
  route('POST', '/self-service/login', (exchange) => submitLogin(ctx, exchange));
}
