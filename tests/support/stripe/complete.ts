import type Stripe from 'stripe';

type Given = Record<string, unknown>;

const NO_TAX = { enabled: false, liability: null, provider: null, status: null };
const NOBODY = { address: null, email: null, name: null, phone: null, tax_id: null };
const SETTINGS = {
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: 'automatic',
  collection_method: null,
  default_payment_method: null,
  description: null,
  invoice_settings: { account_tax_ids: null, days_until_due: null, issuer: { type: 'self' } },
  on_behalf_of: null,
  transfer_data: null,
  application_fee_percent: null,
  billing_thresholds: null,
} as const;

/** What Stripe requires of each kind of object, beside what our tests are about. */
const REQUIRED: Readonly<Record<string, (given: Given, now: number) => Given>> = {
  list: () => ({ url: '/v1', has_more: false }),
  customer: () => ({ livemode: false }) satisfies Partial<Stripe.Customer>,
  tax_id: (_given, now) => ({ created: now, livemode: false }) satisfies Partial<Stripe.TaxId>,
  'billing_portal.session': (_given, now) =>
    ({
      configuration: 'bpc_1',
      created: now,
      livemode: false,
      on_behalf_of: null,
      locale: null,
      flow: null,
    }) satisfies Partial<Stripe.BillingPortal.Session>,
  'checkout.session': (_given, now) =>
    ({
      automatic_tax: NO_TAX,
      created: now,
      custom_fields: [],
      custom_text: {
        after_submit: null,
        shipping_address: null,
        submit: null,
        terms_of_service_acceptance: null,
      },
      expires_at: now + 86_400,
      livemode: false,
      payment_method_types: ['card'],
      payment_status: 'unpaid',
      shipping_options: [],
    }) satisfies Partial<Stripe.Checkout.Session>,
  payment_method: (_given, now) =>
    ({
      billing_details: NOBODY,
      created: now,
      livemode: false,
      metadata: {},
    }) satisfies Partial<Stripe.PaymentMethod>,
  setup_intent: (_given, now) =>
    ({
      created: now,
      livemode: false,
      payment_method_types: ['card'],
      usage: 'off_session',
    }) satisfies Partial<Stripe.SetupIntent>,
  payment_intent: (_given, now) =>
    ({
      created: now,
      livemode: false,
      currency: 'usd',
      capture_method: 'automatic',
      confirmation_method: 'automatic',
      payment_method_types: ['card'],
      metadata: {},
    }) satisfies Partial<Stripe.PaymentIntent>,
  charge: ({ amount, amount_refunded, status }) =>
    ({
      amount_captured: amount as number,
      billing_details: NOBODY,
      captured: true,
      livemode: false,
      paid: status === 'succeeded',
      refunded: amount === amount_refunded,
    }) satisfies Partial<Stripe.Charge>,
  refund: () => ({ currency: 'usd' }) satisfies Partial<Stripe.Refund>,
  dispute: () => ({
    balance_transactions: [],
    currency: 'usd',
    enhanced_eligibility_types: [],
    evidence: { enhanced_evidence: {} },
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    reason: 'fraudulent',
  }),
  price: ({ id }, now) =>
    ({
      active: true,
      billing_scheme: 'per_unit',
      created: now,
      currency: 'usd',
      livemode: false,
      metadata: {},
      product: `prod_${String(id).split('_')[1]}`,
      type: 'recurring',
    }) satisfies Partial<Stripe.Price>,
  subscription: (_given, now) =>
    ({
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: now,
      billing_mode: { type: 'classic', flexible: null },
      billing_schedules: [],
      collection_method: 'charge_automatically',
      discounts: [],
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      livemode: false,
      metadata: {},
      start_date: now,
    }) satisfies Partial<Stripe.Subscription>,
  subscription_item: (_given, now) =>
    ({ created: now, discounts: [], metadata: {} }) satisfies Partial<Stripe.SubscriptionItem>,
  subscription_schedule: ({ phases }, now) => ({
    billing_mode: { type: 'classic', flexible: null },
    created: now,
    default_settings: SETTINGS,
    end_behavior: 'release',
    livemode: false,
    phases: (phases as Given[]).map((phase) => ({
      add_invoice_items: [],
      currency: 'usd',
      discounts: [],
      proration_behavior: 'none',
      ...phase,
      items: (phase.items as Given[]).map((item) => ({ discounts: [], ...item })),
    })),
  }),
  invoice: ({ total }, now) =>
    ({
      amount_due: total as number,
      amount_overpaid: 0,
      amount_paid: 0,
      amount_paid_off_stripe: 0,
      amount_remaining: 0,
      amount_shipping: 0,
      attempt_count: 0,
      attempted: true,
      auto_advance: true,
      automatic_tax: { disabled_reason: null, ...NO_TAX },
      collection_method: 'charge_automatically',
      created: now,
      currency: 'usd',
      default_tax_rates: [],
      discounts: [],
      issuer: { type: 'self' },
      livemode: false,
      payment_settings: {
        default_mandate: null,
        payment_method_options: null,
        payment_method_types: null,
      },
      period_end: now,
      period_start: now,
      post_payment_credit_notes_amount: 0,
      pre_payment_credit_notes_amount: 0,
      status_transitions: {
        finalized_at: null,
        marked_uncollectible_at: null,
        paid_at: null,
        voided_at: null,
      },
      subtotal: total as number,
    }) satisfies Partial<Stripe.Invoice>,
  line_item: ({ amount }) =>
    ({
      discountable: true,
      discounts: [],
      livemode: false,
      metadata: {},
      subtotal: amount as number,
    }) satisfies Partial<Stripe.InvoiceLineItem>,
  invoice_payment: (_given, now) =>
    ({
      amount_requested: 0,
      created: now,
      currency: 'usd',
      is_default: true,
      livemode: false,
      status_transitions: { canceled_at: null, paid_at: now },
    }) satisfies Partial<Stripe.InvoicePayment>,
};

/** Objects as Stripe sends them, with all fields that it requires of them. */
export function complete<T>(value: T, now: number): T {
  if (Array.isArray(value)) return value.map((one) => complete(one, now)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const given = value as Given;
  const required = REQUIRED[String(given.object)]?.(given, now);
  // Its phases have no kind of their own.
  const phases = required?.phases ? { phases: required.phases } : {};
  const entries = Object.entries({ ...required, ...given, ...phases });
  return Object.fromEntries(entries.map(([name, inner]) => [name, complete(inner, now)])) as T;
}
