import type {
  Invoice,
  InvoicedTaxId,
  InvoiceLine,
  PaymentCard,
  PlanChoice,
  PlanInterval,
  TaxId,
} from '#generated/model/index.ts';

/** The price of a plan for one interval. Amounts in this port are micro-dollars, as everywhere. */
export interface Price extends PlanChoice {
  amount: number;
}

/** Money that was returned: refunded by us, or disputed by the cardholder. */
export interface Reversal {
  /** The ID of the refund or dispute. */
  id: string;
  amount: number;
  /** False for a dispute that we won, so that we keep the money. */
  isFinal: boolean;
}

/** A successful payment: of an invoice, or of credits. */
export interface Payment {
  /** The ID of the invoice, or of the payment if there is no invoice. */
  id: string;
  kind: 'plan' | 'top_up';
  /** The amount paid, including taxes. */
  amount: number;
  /**
   * The lines, excluding taxes: plans, or credits, whose `choice` is null. Lines for unused time on a previous plan are
   * negative.
   */
  lines: readonly { choice: PlanChoice | null; amount: number; price: number }[];
  created_at: string;
  reversals: readonly Reversal[];
}

export interface Subscription {
  id: string;
  /** The plan and interval billed now; null if the price isn't one of ours. */
  choice: PlanChoice | null;
  /** The price per period; null if it isn't comparable to ours. */
  price: number | null;
  status: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'canceled';
  trial_ends_at: string | null;
  had_trial: boolean;
  period_ends_at: string | null;
  cancels_at: string | null;
  /** A change that has been scheduled. */
  pending: (PlanChoice & { date: string }) | null;
}

/** The current state of a customer at the provider. */
export interface CustomerState {
  subscription: Subscription | null;
  /** The latest successful payments. */
  payments: readonly Payment[];
  card: PaymentCard | null;
  tax_id: InvoicedTaxId | null;
}

/** The cost of a change of plan. */
export interface ChangePreview {
  due_today: number;
  lines: InvoiceLine[];
  next_amount: number;
  next_date: string | null;
}

/** A webhook from the provider. It only tells which customer, and which payment, to read again. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** The customer that it is about, if any. */
  customer: string | null;
  /** The charge that was refunded or disputed, if any. */
  charge: string | null;
}

/** The pages of the console to which the provider sends people back. */
export interface ReturnTo {
  done: string;
  left: string;
}

interface Keyed {
  /** The idempotency key: repeating a request with it has no further effect. */
  key: string;
}

/**
 * The payment provider. Every method may throw ProblemError: 503 `unavailable`, 402 `card_declined`, and 409
 * `plan_conflict` or 400 if the provider refuses the request.
 */
export interface PaymentProvider {
  /** All prices, cached for a few minutes. */
  prices(): Promise<readonly Price[]>;
  /** What is wrong with the provider's settings and how to fix it; null if nothing is. */
  problem(): Promise<string | null>;
  /**
   * Whether a customer exists. They may have been deleted at the provider, or belong to another account or mode than
   * the key.
   */
  findCustomer(id: string): Promise<'here' | 'deleted' | 'elsewhere'>;
  /** @param replaces the organisation's previous customer, if any */
  createCustomer(org: { id: string; name: string }, replaces?: string): Promise<string>;
  /**
   * Reads the state of a customer. A card that they have just added becomes the default and pays any unpaid invoice.
   */
  read(customer: string): Promise<CustomerState>;
  /**
   * Reads the payment that a charge is part of, however old it is.
   * @returns null if it is neither for a plan nor for credits
   */
  readPayment(charge: string): Promise<Payment | null>;
  /** Recent refunds and disputes of all customers, as the webhooks that should have told of them. */
  recentReversals(): Promise<PaymentEvent[]>;
  /**
   * Verifies that a webhook comes from the provider.
   * @returns undefined if it doesn't
   */
  readEvent(body: string, signature: string): Promise<PaymentEvent | undefined>;
  /** Opens a checkout page for a subscription. Checkout pages opened earlier stop working. */
  startCheckout(
    customer: string,
    choice: PlanChoice,
    options: Keyed & { trialDays: number; returnTo: ReturnTo },
  ): Promise<string>;
  /** Opens a checkout page for credits. */
  startTopUp(
    customer: string,
    amount: number,
    options: Keyed & { returnTo: ReturnTo },
  ): Promise<string>;
  /**
   * Charges the customer's saved card for credits, without their involvement.
   * @returns the payment's id
   */
  topUp(customer: string, amount: number, options: Keyed): Promise<string>;
  openPortal(customer: string, returnTo: string): Promise<string>;
  /** @param at the moment at which proration is calculated */
  preview(subscription: string, choice: PlanChoice, at: string): Promise<ChangePreview>;
  /** Replaces any scheduled change, like `changeLater` and `cancel`. If it fails, the scheduled change stays. */
  changeNow(
    subscription: string,
    choice: PlanChoice,
    options: Keyed & { at: string },
  ): Promise<void>;
  changeLater(subscription: string, choice: PlanChoice, options: Keyed): Promise<void>;
  /** Ends the subscription at the end of its period. */
  cancel(subscription: string): Promise<void>;
  /** Undoes `changeLater` and `cancel`. */
  resume(subscription: string): Promise<void>;
  /** Ends all subscriptions of a customer immediately, and expires their checkout pages. */
  endAll(customer: string): Promise<void>;
  /** Newest first. @param after the ID of the last invoice on the previous page */
  listInvoices(
    customer: string,
    page: { limit: number; after: string | undefined },
  ): Promise<{ invoices: Invoice[]; hasMore: boolean }>;
  /** @returns the client secret with which the browser saves a card as the default */
  startCardSetup(customer: string): Promise<string>;
  setTaxId(customer: string, taxId: TaxId | null): Promise<void>;
}

/** The payment provider and its settings. */
export interface PaymentsPort {
  /** Null if payments aren't set up. */
  provider: PaymentProvider | null;
  /** The settings that are missing for payments. */
  missing: readonly string[];
  /** The console's base URL. */
  consoleUrl: string;
}

/** The names of the client settings that contain price IDs. */
export const PRICE_SETTINGS = [
  ['professional', 'monthly', 'PUBLIC_PRICE_PROFESSIONAL_MONTHLY', 'price_professional_monthly'],
  ['professional', 'yearly', 'PUBLIC_PRICE_PROFESSIONAL_YEARLY', 'price_professional_yearly'],
  ['teams', 'monthly', 'PUBLIC_PRICE_TEAMS_MONTHLY', 'price_teams_monthly'],
  ['teams', 'yearly', 'PUBLIC_PRICE_TEAMS_YEARLY', 'price_teams_yearly'],
] as const satisfies readonly (readonly [PlanChoice['plan'], PlanInterval, string, string])[];
