import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/** Scripts of the card payment, when it is set up; nothing of it is loaded otherwise. */
const STRIPE = { script: 'https://js.stripe.com', api: 'https://api.stripe.com' };
const STRIPE_UNSET = 'pk_test_unset';

/**
 * Security headers on every answer, and the list of other origins whose pages may call the API.
 * Scripts are ours, from files: there is no inline script anywhere.
 */
export async function addSecurity(app: FastifyInstance, settings: Settings): Promise<void> {
  const { api_base_url, identity_url, stripe_publishable_key, mixpanel_token } = settings.client;
  const isHttps = settings.PUBLIC_URL.startsWith('https:');
  const hasStripe = stripe_publishable_key !== STRIPE_UNSET;
  const elsewhere = [api_base_url, identity_url].flatMap(originOf);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(hasStripe ? [STRIPE.script] : [])],
        // Mantine and CodeMirror put style elements into the page while it runs; they hold no user data.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // data: is the QR code of an authenticator app, blob: a picture before it is uploaded.
        imgSrc: ["'self'", 'data:', 'blob:', ...elsewhere],
        fontSrc: ["'self'"],
        connectSrc: [
          "'self'",
          ...elsewhere,
          ...(hasStripe ? [STRIPE.api] : []),
          ...(mixpanel_token ? ['https://*.mixpanel.com'] : []),
        ],
        frameSrc: hasStripe ? [STRIPE.script] : ["'none'"],
        formAction: ["'self'", ...elsewhere],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  if (settings.CORS_ORIGINS.length === 0) return;
  await app.register(cors, {
    // A list of strings is compared exactly; there is no pattern and no `*`.
    origin: [...settings.CORS_ORIGINS],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'last-event-id',
      'prefer',
    ],
    exposedHeaders: ['etag', 'location', 'retry-after', 'x-request-id'],
    maxAge: 600,
  });
}

/** The origins of the console's own pages, for checks of `Origin`. */
export function ownOrigins(settings: Settings): string[] {
  return [new URL(settings.PUBLIC_URL).origin, ...settings.CORS_ORIGINS];
}

/** The origin of an absolute URL; none for a path on this server. */
function originOf(url: string): string[] {
  const parsed = URL.parse(url);
  return parsed ? [parsed.origin] : [];
}
