import type { AccessStore } from './access/access.store.ts';
import type { BillingStore } from './billing/billing.store.ts';
import type { EvaluationStore } from './evaluation/evaluation.store.ts';
import type { OrgStore } from './org/org.store.ts';
import type { ProjectStore } from './project/project.store.ts';
import type { RunStore } from './run/run.store.ts';
import type { SystemStore } from './system/system.store.ts';
import type { TaskStore } from './task/task.store.ts';
import type { TemplateStore } from './template/template.store.ts';
import type { ToolStore } from './tool/tool.store.ts';
import type { UserStore } from './user/user.store.ts';
import type { WebhookStore } from './webhook/webhook.store.ts';

/** The domain's storage: the tables of each area, in SQL on the server and in memory in the mocks. */
export interface Stores {
  access: AccessStore;
  evaluation: EvaluationStore;
  run: RunStore;
  system: SystemStore;
  task: TaskStore;
  template: TemplateStore;
  tool: ToolStore;
  billing: BillingStore;
  org: OrgStore;
  project: ProjectStore;
  user: UserStore;
  webhook: WebhookStore;
  /**
   * Runs `work` in a transaction, which is rolled back if it throws.
   * @param work receives the stores bound to the transaction; the outer ones would wait for it forever
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}
