import { createHmac } from 'node:crypto';
import { newId } from '#core/ids.ts';
import { TOOL_TIMEOUT_SECONDS } from '#core/limits.ts';
import { decodeCursor, pageLimit, toPage } from '#domain/paging.ts';
import { invalidField, notFound, ProblemError } from '#domain/problem.ts';
import type {
  Actor,
  McpServer,
  McpServerTools,
  ToolCredential,
  ToolCredentialList,
  ToolCredentialReplace,
  ToolSecret,
  ToolSecretShown,
  WebhookRotation,
} from '#generated/model/index.ts';
import type { Db } from '../../db/client.ts';
import { type Outbound, OutboundError } from '../../platform/outbound/outbound.ts';
import { secretOf } from '../../platform/outbound/signature.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { readMcpTools } from './mcp-client.ts';
import { RemoteFailure } from './remote-answer.ts';
import * as repository from './tool.repository.ts';

const SIGNING = 'tool-signing';
/** What the credentials of tools' servers are sealed for. */
const CREDENTIAL = 'tool-credential';
const HOUR = 3_600_000;

export interface ToolServiceDeps {
  db: Db;
  secrets: Secrets;
  outbound: Outbound;
}

export type ToolService = ReturnType<typeof createToolService>;

/** How the tools of a project's tasks are called: signed by its secret, and signed in to the servers it knows. */
export function createToolService({ db, secrets, outbound }: ToolServiceDeps) {
  /** Made of the server's own secret, so there is one from the start, and none that could be read from a database. */
  function secret(projectId: string, generation: number): string {
    const mac = createHmac('sha256', secrets.key(SIGNING)).update(`${projectId} ${generation}`);
    return secretOf(mac.digest().subarray(0, 24));
  }

  async function authorizationFor(projectId: string, url: string): Promise<string | undefined> {
    const origin = URL.parse(url)?.origin;
    if (origin === undefined) return undefined;
    const row = await repository.findCredential(db, projectId, origin);
    return row && secrets.open(CREDENTIAL, row.authorization);
  }

  function checkUrl(url: string): void {
    const problem = outbound.check(url);
    if (problem !== undefined) throw invalidField('/url', problem);
  }

  return {
    authorizationFor,

    async secret(projectId: string): Promise<ToolSecret> {
      return toToolSecret(await repository.findSecret(db, projectId));
    },

    /** What calls are signed with now: one secret, or two while it is being replaced. */
    async signingSecrets(projectId: string): Promise<string[]> {
      const row = await repository.findSecret(db, projectId);
      const generation = row?.generation ?? 0;
      const isOldUsed = (row?.oldSecretUntil ?? new Date(0)) > new Date();
      const used = isOldUsed ? [generation, generation - 1] : [generation];
      return used.map((one) => secret(projectId, one));
    },

    /** Makes a new secret, which is in this answer and in none after it; the old one goes on to sign for so many hours. */
    async rotate(projectId: string, { overlap_hours }: WebhookRotation): Promise<ToolSecretShown> {
      const now = Date.now();
      const row = await repository.nextSecret(db, {
        projectId,
        madeAt: new Date(now),
        oldSecretUntil: overlap_hours > 0 ? new Date(now + overlap_hours * HOUR) : null,
      });
      if (!row) throw notFound();
      return { tool_secret: toToolSecret(row), secret: secret(projectId, row.generation) };
    },

    async listCredentials(
      projectId: string,
      query: { cursor?: string; page_limit?: number } = {},
    ): Promise<ToolCredentialList> {
      const limit = pageLimit(query);
      const isOrigin = (keys: object): keys is { origin: string } =>
        'origin' in keys && typeof keys.origin === 'string';
      const after = decodeCursor(query.cursor, isOrigin)?.origin;
      const found = await repository.listCredentials(db, { projectId, after, limit: limit + 1 });
      const { rows, pagination } = toPage(found, limit, ({ origin }) => ({ origin }));
      return { results: rows.map(toCredential), pagination };
    },

    /** @throws ProblemError 400 for an address that is never reached */
    async replaceCredential(
      projectId: string,
      { url, authorization }: ToolCredentialReplace,
      by: Actor,
    ): Promise<ToolCredential> {
      checkUrl(url);
      const row = await repository.replaceCredential(db, {
        id: newId('credential'),
        projectId,
        origin: new URL(url).origin,
        authorization: secrets.seal(CREDENTIAL, authorization),
        updatedById: by.id,
        updatedByName: by.name,
        updatedAt: new Date(),
      });
      if (!row) throw notFound();
      return toCredential(row);
    },

    async deleteCredential(projectId: string, id: string): Promise<void> {
      if (!(await repository.deleteCredential(db, projectId, id))) throw notFound();
    },

    /** @throws ProblemError 400 for an address that is never reached, 502 when the server does not answer as MCP does */
    async getMcpServer(projectId: string, body: McpServer): Promise<McpServerTools> {
      const { url } = body;
      checkUrl(url);
      const authorization = body.authorization ?? (await authorizationFor(projectId, url));
      const timeoutMs = TOOL_TIMEOUT_SECONDS * 1000;
      try {
        return await readMcpTools(outbound, { url, authorization, timeoutMs });
      } catch (error) {
        const isTheirs = error instanceof RemoteFailure || error instanceof OutboundError;
        if (!isTheirs) throw error;
        throw new ProblemError('tool_failed', `The MCP server: ${error.message}`);
      }
    },
  };
}

function toToolSecret(row: repository.ToolSecretRow | undefined): ToolSecret {
  const until = row?.oldSecretUntil ?? null;
  return {
    made_at: row?.madeAt.toISOString() ?? null,
    old_secret_until: until !== null && until > new Date() ? until.toISOString() : null,
  };
}

function toCredential(row: repository.ToolCredentialRow): ToolCredential {
  return {
    id: row.id,
    origin: row.origin,
    updated_by: { id: row.updatedById, name: row.updatedByName },
    updated_at: row.updatedAt.toISOString(),
  };
}
