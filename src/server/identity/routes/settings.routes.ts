import type { IdentityContext } from '../context.ts';
import { getSettings, initSettings, submitSettings } from '../flows/settings.ts';
import { browserUrl } from '../urls.ts';
import type { Route } from './route.ts';

/** Settings: start (browser, native), read, submit. */
export function settingsRoutes(route: Route, ctx: IdentityContext): void {
  const path = '/self-service/settings';
  route('GET', `${path}/browser`, (exchange) => initSettings(ctx, exchange, 'browser'));
  route('GET', `${path}/api`, (exchange) => initSettings(ctx, exchange, 'api'));
  route('GET', `${path}/flows`, (exchange) => getSettings(ctx, exchange), { json: true });
  route('POST', path, (exchange) => submitSettings(ctx, exchange));
  // Password managers look here for the page that changes a password.
  const changePassword = { status: 303, redirect: browserUrl(ctx, 'settings'), always: true };
  route('GET', '/.well-known/change-password', () => changePassword);
}
