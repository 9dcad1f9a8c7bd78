import { EXPORT_TYPES } from '#core/run/run-export.ts';
import { API_PREFIX, created, type OperationsOf, Reply } from '../call.ts';
import type { Domain } from '../domain.ts';
import { FileBody } from '../events.ts';
import { actorOf } from '../principal.ts';
import { createBillingService } from './billing.service.ts';
import { createTopUpService } from './credit/top-up.service.ts';
import { createLedgerService } from './ledger.service.ts';
import { createLimitService } from './limit.service.ts';
import { createPriceService } from './price/price.service.ts';
import { createSpendAlertService } from './spend-alert.service.ts';
import { createSubscriptionService } from './subscription/subscription.service.ts';
import { createUsageService } from './usage.service.ts';

/** Operations on the balance, the ledger, usage, limits and the subscription. */
export function billingOperations(domain: Domain): OperationsOf<'billing'> {
  const billing = createBillingService(domain);
  const subscriptions = createSubscriptionService(domain);
  const credits = createTopUpService(domain);
  const ledger = createLedgerService(domain);
  const usage = createUsageService(domain);
  const limits = createLimitService(domain);
  const alerts = createSpendAlertService(domain);
  const prices = createPriceService(domain);
  return {
    getBilling: ({ params, query }) => subscriptions.get(params.orgId, query.refresh),
    createCheckout: ({ params, body }) => subscriptions.startCheckout(params.orgId, body),
    openBillingPortal: ({ params }) => subscriptions.openPortal(params.orgId),
    previewPlanChange: ({ params, query }) => subscriptions.preview(params.orgId, query),
    changePlan: ({ params, body, headers }) =>
      subscriptions.change(params.orgId, body, headers['if-match']),
    cancelPlan: ({ params, headers }) => subscriptions.cancel(params.orgId, headers['if-match']),
    resumePlan: ({ params, headers }) => subscriptions.resume(params.orgId, headers['if-match']),
    listInvoices: ({ params, query }) => subscriptions.listInvoices(params.orgId, query),
    createCardSetup: ({ params }) => subscriptions.startCardSetup(params.orgId),
    replaceTaxId: ({ params, body }) => subscriptions.setTaxId(params.orgId, body),
    deleteTaxId: ({ params }) => subscriptions.setTaxId(params.orgId, null),
    createTopUp: ({ params, body, headers }) =>
      credits.topUp(params.orgId, body, headers['idempotency-key']),
    getAutoTopUp: ({ params }) => credits.getAuto(params.orgId),
    replaceAutoTopUp: ({ params, body }) => credits.replaceAuto(params.orgId, body),
    getBalance: ({ params }) => billing.getBalance(params.orgId),

    listLedgerEntries: (call) => ledger.list(call.params.orgId, call.query, call),
    exportLedger(call) {
      const text = ledger.export(call.params.orgId, call.query, call);
      return new FileBody('ledger.csv', EXPORT_TYPES.csv, text);
    },

    getUsage: (call) => usage.get(call.params.orgId, call.query, call),
    exportUsage(call) {
      const text = usage.export(call.params.orgId, call.query, call);
      return new FileBody('usage.csv', EXPORT_TYPES.csv, text);
    },
    getSpendForecast: ({ params }) => usage.forecast(params.orgId),

    listSpendLimits: (call) => limits.list(call.params.orgId, call.query, call),
    getProjectSpendLimit: async ({ rows }) =>
      limits.get({ project: await rows.project, key: null }),
    replaceProjectSpendLimit: async ({ rows, body }) =>
      limits.replace({ project: await rows.project, key: null }, body.amount),
    getApiKeySpendLimit: async ({ rows }) =>
      limits.get({ project: await rows.project, key: rows.apiKey }),
    replaceApiKeySpendLimit: async ({ rows, body }) =>
      limits.replace({ project: await rows.project, key: rows.apiKey }, body.amount),

    listPriceChanges: ({ params, query }) => prices.changes(params.orgId, query),
    listPriceCorrections: ({ params, query }) => prices.list(params.orgId, query),
    async createPriceCorrection(call) {
      const made = await prices.create(call.params.orgId, call.body, actorOf(call.principal));
      return created(call, made.id, made);
    },
    getPriceCorrection: ({ rows }) => prices.get(rows.correction),
    deletePriceCorrection: ({ rows }) => prices.delete(rows.correction),
    applyPriceCorrection: ({ rows, principal }) =>
      prices.apply(rows.correction, actorOf(principal)),
    async undoPriceCorrection({ params, rows, principal }) {
      const made = await prices.undo(rows.correction, actorOf(principal));
      const location = `${API_PREFIX}/org/${params.orgId}/price-correction/${made.id}`;
      return new Reply(made, { headers: { location } });
    },

    listSpendAlerts: ({ params, query }) => alerts.list(params.orgId, query),
    async createSpendAlert(call) {
      const alert = await alerts.create(call.params.orgId, call.body);
      return created(call, alert.id, alert);
    },
    deleteSpendAlert: ({ rows }) => alerts.delete(rows.alert),
  };
}
