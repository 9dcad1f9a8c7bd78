import type { Route } from '../plugin.ts';
import type { IdentityService } from '../service.ts';

/** What anybody may read: keys and schemas. */
export function wellKnownRoutes(route: Route, identity: IdentityService): void {
  route('GET', '/.well-known/jwks.json', async () => ({
    status: 200,
    body: await identity.jwks(),
  }));
}
