import { isSamePlace, webhookPlace } from '#core/access/secret-place.ts';
import { newId } from '#core/ids.ts';
import { WEBHOOKS_MAX } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import type {
  Actor,
  TaskWebhook,
  Webhook,
  WebhookCreate,
  WebhookList,
  WebhookRotation,
  WebhookUpdate,
  WebhookWithSecret,
} from '#generated/model/index.ts';
import { unlessPast } from '../access/secret.ts';
import type { Domain } from '../domain.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { createdNow } from '../principal.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import { newRow } from '../tables.ts';
import { requireMatch } from '../version.ts';
import { asView } from '../view.ts';
import type { WebhookRow } from './webhook.tables.ts';
import { newWebhookSecret } from './webhook-secret.ts';

const HOUR = 3_600_000;

/** The webhooks of projects, and which of them receives a task's events. */
export function createWebhookService({
  stores,
  secrets,
  outbound,
}: Pick<Domain, 'stores' | 'secrets' | 'outbound'>) {
  const { webhooks, attachments } = stores.webhook;

  async function checkUrl(url: string | undefined): Promise<void> {
    const problem = url === undefined ? undefined : await outbound.check(url);
    if (problem !== undefined) throw invalidField('/url', problem);
  }

  return {
    list(projectId: string, query: PageQuery): Promise<WebhookList> {
      return listPage(webhooks, { where: { project_id: projectId } }, query, toWebhook);
    },

    get: toWebhook,

    /** Only this response contains the secret. */
    async create(projectId: string, body: WebhookCreate, by: Actor): Promise<WebhookWithSecret> {
      await checkUrl(body.url);
      const { secret, sealed } = newWebhookSecret(secrets, body.url);
      const row = newRow('webhook', {
        id: newId('webhook'),
        project_id: projectId,
        name: body.name.trim(),
        url: body.url,
        events: unique(body.events),
        all_tasks: body.all_tasks ?? false,
        secret: sealed,
        ...createdNow(by),
      });
      await stores.transaction(async ({ project, webhook }) => {
        await project.projects.lock({ id: projectId });
        if ((await webhook.webhooks.count({ project_id: projectId })) >= WEBHOOKS_MAX) {
          throw new ProblemError(
            'webhook_limit_reached',
            `A project can have at most ${WEBHOOKS_MAX} webhooks. Delete one you no longer need.`,
          );
        }
        await webhook.webhooks.insert(row);
      });
      return { webhook: toWebhook(row), secret };
    },

    /**
     * A webhook that moves to another host gets a new signing secret. Otherwise, the new host could forward deliveries
     * to the old one, which would accept them. The old secret ends at once, for the same reason.
     * @throws ProblemError 400 for a URL that must not be requested, 412 when the webhook has changed since `ifMatch`
     */
    async update({ id }: WebhookRow, body: WebhookUpdate, ifMatch?: string): Promise<Webhook> {
      await checkUrl(body.url);
      return stores.transaction(async ({ webhook }) => {
        const row = await mustFind(webhook.webhooks.lock({ id }));
        requireMatch(ifMatch, row);
        const changed: WebhookRow = {
          ...row,
          name: body.name?.trim() ?? row.name,
          url: body.url ?? row.url,
          events: unique(body.events ?? row.events),
          all_tasks: body.all_tasks ?? row.all_tasks,
          status: body.status ?? row.status,
          ...(body.status === 'active' && { failures: 0, failing_since: null }),
          version: row.version + 1,
        };
        const isMoved = !isSamePlace(webhookPlace(row.url), webhookPlace(changed.url));
        const made = isMoved ? newWebhookSecret(secrets, changed.url) : undefined;
        if (made)
          Object.assign(changed, { secret: made.sealed, old_secret: null, old_secret_until: null });
        await webhook.webhooks.put(changed);
        return { ...toWebhook(changed), ...(made && { new_secret: made.secret }) };
      });
    },

    async delete({ id }: WebhookRow): Promise<void> {
      if ((await webhooks.delete({ id })) === 0) throw notFound();
    },

    /** Creates a new secret; deliveries are also signed with the old one for the given hours. */
    async rotate(
      { id }: WebhookRow,
      { overlap_hours }: WebhookRotation,
    ): Promise<WebhookWithSecret> {
      return stores.transaction(async ({ webhook }) => {
        const row = await mustFind(webhook.webhooks.lock({ id }));
        const { secret, sealed } = newWebhookSecret(secrets, row.url);
        const isKept = overlap_hours > 0;
        const until = new Date(Date.now() + overlap_hours * HOUR).toISOString();
        const changed: WebhookRow = {
          ...row,
          secret: sealed,
          old_secret: isKept ? row.secret : null,
          old_secret_until: isKept ? until : null,
          version: row.version + 1,
        };
        await webhook.webhooks.put(changed);
        return { webhook: toWebhook(changed), secret };
      });
    },

    async attached(taskId: string): Promise<TaskWebhook> {
      const attachment = await attachments.find({ task_id: taskId });
      // An attachment to a deleted webhook is swept later.
      const found = attachment && (await webhooks.find({ id: attachment.webhook_id }));
      return { webhook_id: found?.id ?? null };
    },

    /** @throws ProblemError 400 with the specified message when the webhook does not exist in the project */
    async attach(
      projectId: string,
      taskId: string,
      { webhook_id }: TaskWebhook,
    ): Promise<TaskWebhook> {
      if (webhook_id === null) {
        await attachments.delete({ task_id: taskId });
        return { webhook_id };
      }
      if (!(await webhooks.find({ id: webhook_id, project_id: projectId }))) {
        throw invalidField('/webhook_id', MESSAGES.task.webhook);
      }
      await attachments.put({ task_id: taskId, webhook_id });
      return { webhook_id };
    },
  };
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}

function toWebhook(row: WebhookRow): Webhook {
  return asView('Webhook', row, { old_secret_until: unlessPast(row.old_secret_until) });
}
