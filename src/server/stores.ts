import type { Stores } from '#domain/stores.ts';
import type { Db, Tx } from './db/client.ts';
import { org, orgMember } from './db/schema/org.ts';
import { project, projectMember } from './db/schema/project.ts';
import { idempotency } from './db/schema/system.ts';
import { user } from './db/schema/user.ts';
import { sqlTable } from './db/table.ts';
import { accessStore } from './features/access/api-key.repository.ts';
import { billingStore } from './features/billing/billing.repository.ts';
import { evaluationStore } from './features/evaluation/evaluation.repository.ts';
import { runStore } from './features/run/run.repository.ts';
import { taskStore } from './features/task/task.repository.ts';
import { templateStore } from './features/template/template.repository.ts';
import { toolStore } from './features/tool/tool.repository.ts';
import { webhookStore } from './features/webhook/webhook.repository.ts';

/** The stores over a database, or over a transaction on it. */
export function createStores(db: Db | Tx): Stores {
  return {
    get access() {
      return accessStore(db);
    },
    get billing() {
      return billingStore(db);
    },
    get org() {
      return { orgs: sqlTable(db, org), members: sqlTable(db, orgMember) };
    },
    get project() {
      return { projects: sqlTable(db, project), members: sqlTable(db, projectMember) };
    },
    get evaluation() {
      return evaluationStore(db);
    },
    get run() {
      return runStore(db);
    },
    get system() {
      return { idempotency: sqlTable(db, idempotency) };
    },
    get task() {
      return taskStore(db);
    },
    get template() {
      return templateStore(db);
    },
    get tool() {
      return toolStore(db);
    },
    get user() {
      return { users: sqlTable(db, user) };
    },
    get webhook() {
      return webhookStore(db);
    },
    transaction: (work) => db.transaction((tx) => work(createStores(tx))),
  };
}
