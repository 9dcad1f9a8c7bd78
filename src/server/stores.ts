import { type Stores, createStores as storesOver } from '#domain/stores.ts';
import { TABLES } from '#domain/tables.ts';
import type { Db, Tx } from './db/client.ts';
import { sweepOrphans } from './db/deletion/orphans.ts';
import { sqlTable } from './db/table.ts';
import { auditMethods } from './features/audit/audit.repository.ts';
import { billingMethods } from './features/billing/billing.repository.ts';
import { chatMethods } from './features/chat/chat.repository.ts';
import { chunkStore } from './features/collection/chunk.repository.ts';
import {
  collectionMethods,
  matchingDocuments,
} from './features/collection/collection.repository.ts';
import { composeMethods } from './features/compose/compose.repository.ts';
import { endpointMethods } from './features/endpoint/endpoint.repository.ts';
import { evaluationMethods } from './features/evaluation/evaluation.repository.ts';
import { memberMethods } from './features/member/member.repository.ts';
import { notificationMethods } from './features/notification/notification.repository.ts';
import { runMethods } from './features/run/run.repository.ts';
import { taskMethods } from './features/task/task.repository.ts';
import { webhookMethods } from './features/webhook/webhook.repository.ts';

/**
 * The stores over a database, or over a transaction on it.
 * @param hasPayments whether payments are set up
 */
export function createStores(db: Db | Tx, hasPayments = false): Stores {
  return storesOver(
    (name) => sqlTable(db, TABLES[name].table),
    {
      audit: () => auditMethods(db),
      billing: () => ({ ...billingMethods(db), hasPayments }),
      chat: () => chatMethods(db),
      collection: () => ({
        ...collectionMethods(db),
        chunks: chunkStore(db as Db, matchingDocuments(db)),
      }),
      compose: () => composeMethods(db),
      endpoint: () => endpointMethods(db),
      evaluation: () => evaluationMethods(db),
      member: () => memberMethods(db),
      notification: () => notificationMethods(db),
      run: () => runMethods(db),
      system: () => ({ sweepOrphans: (now, signal) => sweepOrphans(db as Db, now, signal) }),
      task: () => taskMethods(db),
      webhook: () => webhookMethods(db),
    },
    (work) => db.transaction((tx) => work(createStores(tx, hasPayments))),
  );
}
