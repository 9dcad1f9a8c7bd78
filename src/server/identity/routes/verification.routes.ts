import type { IdentityContext } from '../context.ts';
import {
  getVerification,
  initVerification,
  openVerificationLink,
  submitVerification,
} from '../flows/verification.ts';
import type { Route } from './route.ts';

/** Verification: start (browser, native), read, submit, and the link in the email. */
export function verificationRoutes(route: Route, ctx: IdentityContext): void {
  const path = '/self-service/verification';
  route('GET', `${path}/browser`, (exchange) => initVerification(ctx, exchange, 'browser'));
  route('GET', `${path}/api`, (exchange) => initVerification(ctx, exchange, 'api'));
  route('GET', `${path}/flows`, (exchange) => getVerification(ctx, exchange), { json: true });
  route('GET', path, (exchange) => openVerificationLink(ctx, exchange));
  route('POST', path, (exchange) => submitVerification(ctx, exchange));
}
