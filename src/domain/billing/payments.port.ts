import type {
  Invoice,
  InvoiceLine,
  PaymentCard,
  PlanChoice,
  PlanInterval,
  TaxId,
} from '#generated/model/index.ts';

/** What a plan costs for one interval. Amounts of this port are micro-dollars, like everywhere. */
export interface Price extends PlanChoice {
  amount: number;
}

/** Money that went back: refunded by us, or disputed by the owner of the card. */
export interface Reversal {
  /** Unique: that of the refund or of the dispute. */
  id: string;
  amount: number;
  /** False for a dispute that was won, so that the money came back. */
  isFinal: boolean;
}

/** A successful payment: of an invoice, or of credits. */
export interface Payment {
  /** Unique: that of the invoice, or of the payment if there is no invoice. */
  id: string;
  kind: 'plan' | 'top_up';
  /** What was paid, with taxes. */
  amount: number;
  /** What was paid for, without taxes: plans, or credits, which have no choice. Unused time of a past plan is negative. */
  lines: readonly { choice: PlanChoice | null; amount: number; price: number }[];
  created_at: string;
  reversals: readonly Reversal[];
}

export interface Subscription {
  id: string;
  /** The plan and interval that are billed now; null if the price isn't one of ours. */
  choice: PlanChoice | null;
  /** What every period costs; null if it isn't comparable. */
  price: number | null;
  status: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'canceled';
  trial_ends_at: string | null;
  had_trial: boolean;
  period_ends_at: string | null;
  cancels_at: string | null;
  /** A change that has been scheduled. */
  pending: (PlanChoice & { date: string }) | null;
}

/** Everything about a customer, as the provider knows it now. */
export interface CustomerState {
  subscription: Subscription | null;
  /** The latest successful payments. */
  payments: readonly Payment[];
  card: PaymentCard | null;
  tax_id: TaxId | null;
}

/** What a change would cost. */
export interface ChangePreview {
  due_today: number;
  lines: InvoiceLine[];
  next_amount: number;
  next_date: string | null;
}

/** A notification of the provider. It only says whose state to read again. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** The customer whom it concerns, if it concerns one. */
  customer: string | null;
}

/** Where the provider sends people back to, in the console. */
export interface ReturnTo {
  done: string;
  left: string;
}

interface Keyed {
  /** Makes a repeated request the same one. */
  key: string;
}

/**
 * The payment provider. Every method may throw ProblemError: 503 `unavailable`, 402 `card_declined`, and 409
 * `plan_conflict` or 400 if the provider refuses what was asked.
 */
export interface PaymentProvider {
  /** All prices. They are remembered for some minutes. */
  prices(): Promise<readonly Price[]>;
  /** What is wrong with the settings of the provider, and what to do about it; null if nothing. */
  problem(): Promise<string | null>;
  /**
   * Whether there is such a customer: they can be deleted at the provider, or belong to another account or mode than the
   * key.
   */
  findCustomer(id: string): Promise<'here' | 'deleted' | 'elsewhere'>;
  /** @param replaces the former customer of the same organisation, if there is one */
  createCustomer(org: { id: string; name: string }, replaces?: string): Promise<string>;
  /**
   * Reads everything about a customer. A card that they have just added becomes the one that pays, and pays an unpaid
   * invoice.
   */
  read(customer: string): Promise<CustomerState>;
  /**
   * Checks that a notification really comes from the provider.
   * @returns undefined if it doesn't
   */
  readEvent(body: string, signature: string): Promise<PaymentEvent | undefined>;
  /** Starts a subscription on a page of the provider. Pages that were opened before it no longer work. */
  startCheckout(
    customer: string,
    choice: PlanChoice,
    options: Keyed & { trialDays: number; returnTo: ReturnTo },
  ): Promise<string>;
  /** Takes a payment for credits on a page of the provider. */
  startTopUp(
    customer: string,
    amount: number,
    options: Keyed & { returnTo: ReturnTo },
  ): Promise<string>;
  /**
   * Takes a payment for credits from the customer's card, without the customer.
   * @returns the payment's id
   */
  topUp(customer: string, amount: number, options: Keyed): Promise<string>;
  openPortal(customer: string, returnTo: string): Promise<string>;
  /** @param at the moment up to which the present plan is counted */
  preview(subscription: string, choice: PlanChoice, at: string): Promise<ChangePreview>;
  /** Like `changeLater` and `cancel`, it replaces what was planned. If it fails, what was planned stays. */
  changeNow(
    subscription: string,
    choice: PlanChoice,
    options: Keyed & { at: string },
  ): Promise<void>;
  changeLater(subscription: string, choice: PlanChoice, options: Keyed): Promise<void>;
  /** Ends the subscription with its period. */
  cancel(subscription: string): Promise<void>;
  /** Undoes `changeLater` and `cancel`. */
  resume(subscription: string): Promise<void>;
  /** Ends all subscriptions of a customer at once, and closes the pages on which they could pay. */
  endAll(customer: string): Promise<void>;
  /** Newest first. @param after the id of the last invoice of the page before */
  listInvoices(
    customer: string,
    page: { limit: number; after: string | undefined },
  ): Promise<{ invoices: Invoice[]; hasMore: boolean }>;
  /** @returns the secret with which the browser sends a card; it becomes the one that pays */
  startCardSetup(customer: string): Promise<string>;
  setTaxId(customer: string, taxId: TaxId | null): Promise<void>;
}

/** Whether, and with what, the installation takes payments. */
export interface PaymentsPort {
  /** Null if it takes none. */
  provider: PaymentProvider | null;
  /** The settings that payments need and that are missing. */
  missing: readonly string[];
  /** The console's address, to which paths are appended. */
  consoleUrl: string;
}

/** The names of the client's settings with the prices' ids. */
export const PRICE_SETTINGS = [
  ['professional', 'monthly', 'PUBLIC_PRICE_PROFESSIONAL_MONTHLY', 'price_professional_monthly'],
  ['professional', 'yearly', 'PUBLIC_PRICE_PROFESSIONAL_YEARLY', 'price_professional_yearly'],
  ['teams', 'monthly', 'PUBLIC_PRICE_TEAMS_MONTHLY', 'price_teams_monthly'],
  ['teams', 'yearly', 'PUBLIC_PRICE_TEAMS_YEARLY', 'price_teams_yearly'],
] as const satisfies readonly (readonly [PlanChoice['plan'], PlanInterval, string, string])[];
