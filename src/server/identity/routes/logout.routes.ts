import type { IdentityContext } from '../context.ts';
import { createLogout, performLogout, performNativeLogout } from '../flows/logout.ts';
import type { Route } from './route.ts';

/** Logout: in two steps for browsers, in one for native clients. */
export function logoutRoutes(route: Route, ctx: IdentityContext): void {
  route('GET', '/self-service/logout/browser', (exchange) => createLogout(ctx, exchange), {
    json: true,
  });
  route('GET', '/self-service/logout', (exchange) => performLogout(ctx, exchange));
  route('DELETE', '/self-service/logout/api', (exchange) => performNativeLogout(ctx, exchange), {
    json: true,
  });
}
