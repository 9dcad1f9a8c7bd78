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
import type { Db } from '../../db/client.ts';
import { etagOf, requireMatch } from '../../http/etag.ts';
import { decodeIdCursor, pageLimit, toPage } from '../../http/paging.ts';
import { invalidField, notFound, ProblemError } from '../../http/problem.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { newWebhookSecret } from '../../platform/outbound/signature.ts';
import type { Secrets } from '../../platform/secrets.ts';
import * as repository from './webhook.repository.ts';

/** What the secrets of webhooks are sealed for. */
export const WEBHOOK_SECRET = 'webhook-secret';
const HOUR = 3_600_000;

export interface WebhookServiceDeps {
  db: Db;
  secrets: Secrets;
  outbound: Outbound;
}

export type WebhookService = ReturnType<typeof createWebhookService>;

/** The webhooks of projects, and which of them a task's events go to. */
export function createWebhookService({ db, secrets, outbound }: WebhookServiceDeps) {
  function checkUrl(url: string | undefined): void {
    const problem = url === undefined ? undefined : outbound.check(url);
    if (problem !== undefined) throw invalidField('/url', problem);
  }

  return {
    async list(
      projectId: string,
      query: { cursor?: string; page_limit?: number } = {},
    ): Promise<WebhookList> {
      const limit = pageLimit(query);
      const after = decodeIdCursor(query.cursor);
      const found = await repository.listWebhooks(db, { projectId, after, limit: limit + 1 });
      const { rows, pagination } = toPage(found, limit, ({ id }) => ({ id }));
      return { results: rows.map(toWebhook), pagination };
    },

    async get(projectId: string, id: string): Promise<Webhook> {
      return toWebhook(await mustFind(repository.findWebhook(db, projectId, id)));
    },

    /** The secret is in this answer and in none after it. */
    async create(projectId: string, body: WebhookCreate, by: Actor): Promise<WebhookWithSecret> {
      checkUrl(body.url);
      const secret = newWebhookSecret();
      const values = {
        id: newId('webhook'),
        projectId,
        name: body.name.trim(),
        url: body.url,
        events: unique(body.events),
        allTasks: body.all_tasks ?? false,
        secret: secrets.seal(WEBHOOK_SECRET, secret),
        createdById: by.id,
        createdByName: by.name,
        createdAt: new Date(),
      };
      const row = db.transaction(async (tx) => {
        if ((await repository.lockWebhookCount(tx, projectId)) >= WEBHOOKS_MAX) {
          throw new ProblemError(
            'webhook_limit_reached',
            `A project holds at most ${WEBHOOKS_MAX} webhooks. Delete one that is not needed.`,
          );
        }
        return repository.insertWebhook(tx, values);
      });
      return { webhook: toWebhook(await mustFind(row)), secret };
    },

    /** @throws ProblemError 400 for an address that is not reached, 412 when it changed since `ifMatch` was read */
    async update(
      projectId: string,
      id: string,
      body: WebhookUpdate,
      ifMatch?: string,
    ): Promise<Webhook> {
      checkUrl(body.url);
      const row = db.transaction(async (tx) => {
        const { version } = await mustFind(repository.lockWebhook(tx, projectId, id));
        requireMatch(ifMatch, version);
        return repository.updateWebhook(tx, id, {
          ...(body.name !== undefined && { name: body.name.trim() }),
          ...(body.url !== undefined && { url: body.url }),
          ...(body.events !== undefined && { events: unique(body.events) }),
          ...(body.all_tasks !== undefined && { allTasks: body.all_tasks }),
          ...(body.status !== undefined && { status: body.status }),
          ...(body.status === 'active' && { failures: 0, failingSince: null }),
        });
      });
      return toWebhook(await mustFind(row));
    },

    async delete(projectId: string, id: string): Promise<void> {
      if (!(await repository.deleteWebhook(db, projectId, id))) throw notFound();
    },

    /** Makes a new secret; the old one goes on to sign beside it for so many hours. */
    async rotate(
      projectId: string,
      id: string,
      { overlap_hours }: WebhookRotation,
    ): Promise<WebhookWithSecret> {
      const secret = newWebhookSecret();
      const row = db.transaction(async (tx) => {
        const old = await mustFind(repository.lockWebhook(tx, projectId, id));
        const isKept = overlap_hours > 0;
        return repository.updateWebhook(tx, id, {
          secret: secrets.seal(WEBHOOK_SECRET, secret),
          oldSecret: isKept ? old.secret : null,
          oldSecretUntil: isKept ? new Date(Date.now() + overlap_hours * HOUR) : null,
        });
      });
      return { webhook: toWebhook(await mustFind(row)), secret };
    },

    async attached(taskId: string): Promise<TaskWebhook> {
      return { webhook_id: await repository.attachedTo(db, taskId) };
    },

    /** @throws ProblemError 400 with the specified message when the project has no such webhook */
    async attach(projectId: string, taskId: string, { webhook_id }: TaskWebhook) {
      if (webhook_id !== null && !(await repository.findWebhook(db, projectId, webhook_id))) {
        throw invalidField('/webhook_id', MESSAGES.task.webhook);
      }
      await repository.attach(db, taskId, webhook_id);
      return { webhook_id };
    },
  };
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}

async function mustFind(found: Promise<repository.WebhookRow | undefined>) {
  const row = await found;
  if (!row) throw notFound();
  return row;
}

function toWebhook(row: repository.WebhookRow): Webhook {
  const isOldUsed = row.oldSecretUntil !== null && row.oldSecretUntil > new Date();
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    url: row.url,
    events: row.events,
    all_tasks: row.allTasks,
    status: row.status,
    failures: row.failures,
    failing_since: row.failingSince?.toISOString() ?? null,
    last_delivered_at: row.lastDeliveredAt?.toISOString() ?? null,
    old_secret_until: isOldUsed ? (row.oldSecretUntil?.toISOString() ?? null) : null,
    created_by: { id: row.createdById, name: row.createdByName },
    created_at: row.createdAt.toISOString(),
    etag: etagOf(row.version),
  };
}
