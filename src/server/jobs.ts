import { eraseAccounts } from '#domain/account/erase.ts';
import { followIdentities } from '#domain/account/follow-identities.ts';
import { sweepAuditLogs } from '#domain/audit/sweep.ts';
import { alertBalances } from '#domain/billing/balance-alerts.ts';
import { topUpAutomatically } from '#domain/billing/credit/auto-top-up.ts';
import { recountLimits } from '#domain/billing/limit.service.ts';
import { correctionWork } from '#domain/billing/price/work.ts';
import { endForgottenReservations } from '#domain/billing/spend.ts';
import { alertSpending } from '#domain/billing/spend-alert.service.ts';
import { reconcilePayments } from '#domain/billing/subscription/reconcile.ts';
import { recheckDomains } from '#domain/capture/recheck.ts';
import { createAnswerService, leaveAnswers } from '#domain/chat/answer/answer.service.ts';
import { sweepChats } from '#domain/chat/sweep.ts';
import { sweepCollections } from '#domain/collection/ingest/sweep.ts';
import { sweepArticles } from '#domain/compose/sweep.ts';
import { eraseDeleted } from '#domain/deletion/sweep.ts';
import type { Domain } from '#domain/domain.ts';
import { endForgottenHolds } from '#domain/endpoint/own-spending.ts';
import { forgetOldKeys } from '#domain/idempotency.ts';
import { sendNotificationMails } from '#domain/notification/send-mails.ts';
import { sweepNotifications } from '#domain/notification/sweep.ts';
import { finishMoves } from '#domain/transfer/move-rows.ts';
import { sweepTransfers } from '#domain/transfer/transfer.service.ts';
import { transferWork } from '#domain/transfer/work.ts';
import { analyzeChanged, vacuum } from './db/upkeep.ts';
import { CORRECTIONS } from './features/billing/price.repository.ts';
import { indexingJob } from './features/collection/indexing-job.ts';
import { syncJob } from './features/datasource/sync-job.ts';
import { evaluationJob } from './features/evaluation/evaluation-job.ts';
import { sweepOAuth } from './features/oauth/oauth-port.ts';
import { TRANSFERS } from './features/transfer/transfer.repository.ts';
import { sweepUnusedAccounts } from './features/user/unused-accounts.repository.ts';
import { webhookJob } from './features/webhook/webhook-job.ts';
import { backgroundQueue, type JobKind, jobKind } from './platform/jobs/jobs.ts';
import type { Platform } from './platform.ts';
import { createStores } from './stores.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Everything that the server does in the background for the domain. Whatever is in this list is started, logs its errors
 * under its name, and is closed with the server.
 * @param runs what is done about runs
 * @param garbage takes the folders of files that are known to be garbage
 */
export function domainJobs(
  { database }: Pick<Platform, 'database'>,
  domain: Domain,
  runs: readonly JobKind[],
  garbage: () => string[],
): JobKind[] {
  const { stores, account, audit } = domain;
  const { provider } = domain.payments;
  const answers = createAnswerService(domain);
  return [
    ...runs,
    webhookJob(database.db, domain),
    evaluationJob(domain),
    indexingJob(domain),
    syncJob(domain),
    jobKind({
      name: 'transfers',
      // Few, because archives are in memory.
      queue: backgroundQueue(transferWork(domain), {
        table: TRANSFERS,
        slots: { total: 2, each: 1 },
      }),
      rounds: [
        [10 * MINUTE, (round) => sweepTransfers(domain, round)],
        // Moves of projects that were interrupted.
        [MINUTE, ({ signal }) => finishMoves(domain, signal)],
      ],
    }),
    jobKind({
      name: 'price corrections',
      queue: backgroundQueue(correctionWork(domain), { table: CORRECTIONS, slots: { total: 1 } }),
    }),
    {
      name: 'collections',
      rounds: [
        [10 * MINUTE, (round) => sweepCollections(domain, { ...round, folders: garbage() })],
      ],
    },
    {
      name: 'answers',
      rounds: [[5 * SECOND, () => answers.resumeAll()]],
      // Together with the record of the death, so that another process can continue if this one dies too.
      async onDeath(tx, dead, { signal, report }) {
        await leaveAnswers(createStores(tx), dead);
        return () => (signal.aborted ? undefined : answers.resumeAll().catch(report));
      },
    },
    {
      name: 'chats',
      rounds: [
        [10 * MINUTE, (round) => sweepChats(domain, round)],
        [10 * MINUTE, ({ signal }) => sweepArticles(domain, signal)],
      ],
    },
    { name: 'deletions', rounds: [[10 * MINUTE, (round) => eraseDeleted(domain, round)]] },
    { name: 'deleted accounts', rounds: [[MINUTE, (round) => eraseAccounts(domain, round)]] },
    {
      name: 'deactivated people',
      rounds: account.findInactive
        ? [[30 * SECOND, (round) => followIdentities(domain, round)]]
        : [],
    },
    {
      name: 'payments',
      rounds: provider
        ? [
            [15 * SECOND, (round) => topUpAutomatically(stores, provider, round)],
            // Makes up for lost webhooks of the payment provider.
            [10 * MINUTE, (round) => reconcilePayments(stores, provider, round)],
          ]
        : [],
    },
    {
      name: 'notifications',
      rounds: [
        [15 * SECOND, (round) => sendNotificationMails(domain, round)],
        [30 * SECOND, (round) => alertBalances(domain, round)],
        [MINUTE, (round) => alertSpending(domain, round)],
        [10 * MINUTE, (round) => sweepNotifications(domain, round)],
      ],
    },
    { name: 'email domains', rounds: [[10 * MINUTE, (round) => recheckDomains(domain, round)]] },
    {
      name: 'audit log',
      rounds: [
        // A killed process loses the refused attempts of its last second.
        [SECOND, audit.saveRefusals],
        [10 * MINUTE, (round) => sweepAuditLogs(domain, round)],
      ],
      onClose: audit.saveRefusals,
    },
  ];
}

/** Maintenance of the database and of what nobody comes back for. */
export function upkeepJobs(
  { database, identity, mail, settings }: Platform,
  { stores }: Domain,
  noteUses: () => Promise<void>,
): JobKind[] {
  const { db, kind } = database;
  const days = settings.UNUSED_ACCOUNT_DAYS;
  // Without mail, nobody can verify an address.
  const forgetsAccounts = identity && mail.isSent && days > 0;
  const unusedSince = (now: Date) => new Date(now.getTime() - days * 24 * HOUR);
  return [
    {
      name: 'upkeep',
      rounds: [
        [MINUTE / 4, noteUses],
        [HOUR, () => forgetOldKeys(stores)],
        [HOUR, () => sweepOAuth(stores)],
        [5 * MINUTE, ({ now }) => endForgottenReservations(stores, now)],
        [MINUTE, () => recountLimits(stores)],
        [5 * MINUTE, ({ now }) => endForgottenHolds(stores, now)],
        [MINUTE, mail.mailer.cleanup],
      ],
    },
    { name: 'identities', rounds: identity ? [[HOUR, identity.cleanup]] : [] },
    {
      name: 'unused accounts',
      rounds: forgetsAccounts
        ? [[HOUR, ({ now }) => sweepUnusedAccounts(database, unusedSince(now))]]
        : [],
    },
    {
      name: 'embedded database',
      rounds:
        kind === 'pglite'
          ? [
              [MINUTE, () => analyzeChanged(db)],
              [30 * MINUTE, () => vacuum(db)],
            ]
          : [],
    },
  ];
}
