import { CLIENT_DEFAULTS } from '#core/settings/client-settings.ts';
import {
  type PaymentProvider,
  type PaymentsPort,
  PRICE_SETTINGS,
} from '#domain/billing/payments.port.ts';
import type { Settings } from '../../settings.ts';
import type { Outbound } from '../outbound/outbound.ts';

/** Payments with Stripe, if all settings are present. Stripe's client is loaded on first use. */
export function createPaymentsPort(
  settings: Settings,
  outbound: Pick<Outbound, 'send'>,
  report: (error: unknown) => void,
): PaymentsPort {
  const missing = missingSettings(settings);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings;
  const isComplete = missing.length === 0 && secretKey && webhookSecret;
  const open = async () => {
    const { createStripeProvider } = await import('./stripe-provider.ts');
    return createStripeProvider({
      secretKey: secretKey ?? '',
      webhookSecret: webhookSecret ?? '',
      apiUrl: settings.STRIPE_API_URL,
      hasTax: settings.STRIPE_AUTOMATIC_TAX,
      settings: settings.client,
      outbound,
      report,
    });
  };
  return {
    provider: isComplete ? lazyProvider(open) : null,
    missing,
    consoleUrl: settings.PUBLIC_URL,
  };
}

/** The environment variables that are missing for payments. */
export function missingSettings(settings: Settings): string[] {
  const { client } = settings;
  const given: readonly (readonly [name: string, isSet: boolean])[] = [
    ['STRIPE_SECRET_KEY', settings.STRIPE_SECRET_KEY !== undefined],
    ['STRIPE_WEBHOOK_SECRET', settings.STRIPE_WEBHOOK_SECRET !== undefined],
    [
      'PUBLIC_STRIPE_PUBLISHABLE_KEY',
      client.stripe_publishable_key !== CLIENT_DEFAULTS.PUBLIC_STRIPE_PUBLISHABLE_KEY,
    ],
    ...PRICE_SETTINGS.map(([, , name, field]) => [name, client[field] !== undefined] as const),
  ];
  return given.filter(([, isSet]) => !isSet).map(([name]) => name);
}

function lazyProvider(open: () => Promise<PaymentProvider>): PaymentProvider {
  let opened: Promise<PaymentProvider> | undefined;
  return new Proxy({} as PaymentProvider, {
    get:
      (_target, name: keyof PaymentProvider) =>
      async (...given: never[]) => {
        opened ??= open();
        return ((await opened)[name] as (...all: never[]) => Promise<unknown>)(...given);
      },
  });
}
