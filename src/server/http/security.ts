import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/** Sources for card payments, as documented by Stripe. Used only if payments are configured. */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  // Banks show their confirmation in a frame from hooks.stripe.com.
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};
const STRIPE_UNSET = 'pk_test_unset';

/** Sources for the support chat, if an app id is configured: those that Intercom documents. */
const SUPPORT = {
  script: ['https://widget.intercom.io', 'https://js.intercomcdn.com'],
  connect: ['https://*.intercom.io', 'wss://*.intercom.io', 'https://uploads.intercomcdn.com'],
  img: [
    'https://*.intercomcdn.com',
    'https://*.intercomassets.com',
    'https://static.intercomassets.com',
  ],
  font: ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
  frame: ['https://intercom-sheets.com', 'https://www.intercom-reporting.com'],
};
const NOTHING = { script: [], connect: [], img: [], font: [], frame: [] };

/**
 * Security headers for every response, and CORS for the configured origins. All scripts are our own files; there are no
 * inline scripts.
 */
export async function addSecurity(app: FastifyInstance, settings: Settings): Promise<void> {
  const { api_base_url, identity_url, stripe_publishable_key, mixpanel_token } = settings.client;
  const support = settings.client.chat_widget_app_id ? SUPPORT : NOTHING;
  const isHttps = settings.PUBLIC_URL.startsWith('https:');
  const stripe = stripe_publishable_key === STRIPE_UNSET ? NOTHING : STRIPE;
  const elsewhere = [api_base_url, identity_url].flatMap(originOf);
  // 'self' includes our own sockets, but another origin doesn't include its sockets.
  const sockets = originOf(api_base_url).map((origin) => origin.replace(/^http/, 'ws'));
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...stripe.script, ...support.script],
        // Mantine and CodeMirror add style elements at run time. They contain no user data.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // data: is for the QR code of an authenticator app, blob: for a picture before it is uploaded.
        imgSrc: ["'self'", 'data:', 'blob:', ...elsewhere, ...support.img],
        fontSrc: ["'self'", ...support.font],
        connectSrc: [
          "'self'",
          ...elsewhere,
          ...sockets,
          ...stripe.connect,
          ...(mixpanel_token ? ['https://*.mixpanel.com'] : []),
          ...support.connect,
        ],
        // Its own origin is for the preview of a widget.
        frameSrc: ["'self'", ...stripe.frame, ...support.frame],
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
    // Strings in the list are compared exactly. There are no patterns and no `*`.
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

/** The origins of the console's own pages, for checking `Origin`. */
export function ownOrigins(settings: Settings): string[] {
  return [new URL(settings.PUBLIC_URL).origin, ...settings.CORS_ORIGINS];
}

/** The origin of an absolute URL; undefined for a path on this server. */
function originOf(url: string): string[] {
  const parsed = URL.parse(url);
  return parsed ? [parsed.origin] : [];
}
