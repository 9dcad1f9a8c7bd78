import {
  type CredentialScope,
  credentialPlace,
  credentialScope,
  isWithin,
} from '#core/access/secret-place.ts';
import { newId } from '#core/ids.ts';
import { CREDENTIALS_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import type {
  Actor,
  McpServer,
  McpServerTools,
  ToolCredentialList,
  ToolCredentialReplace,
  ToolCredential as ToolCredentialView,
  ToolSecret,
  ToolSecretShown,
  WebhookRotation,
} from '#generated/model/index.ts';
import { bindOld, openFor, sealFor } from '../access/bound-secret.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { listPage, type PageQuery } from '../paging.ts';
import type { Sealer } from '../ports.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import { Taken } from '../table.ts';
import { asView } from '../view.ts';
import type { ToolCredential } from './tool.port.ts';
import type { ToolCredentialRow, ToolSecretRow } from './tool.tables.ts';

/** The sealing purpose of credentials for tool servers. */
export const CREDENTIAL = 'tool-credential';
const HOUR = 3_600_000;

export type ToolService = ReturnType<typeof createToolService>;

/** Signing secrets and credentials for the tool calls of a project's tasks. */
export function createToolService({
  stores,
  secrets,
  outbound,
  tool,
}: Pick<Domain, 'stores' | 'secrets' | 'outbound' | 'tool'>) {
  const { credentials } = stores.tool;

  function secretRow(projectId: string): Promise<ToolSecretRow | undefined> {
    return stores.tool.secrets.find({ project_id: projectId });
  }

  async function credentialFor(
    projectId: string,
    url: string,
  ): Promise<ToolCredential | undefined> {
    const origin = credentialScope(url)?.origin;
    if (origin === undefined) return undefined;
    const rows = await credentials.list({ where: { project_id: projectId, origin } });
    const [row] = rows
      .filter((one) => isWithin(one, url))
      .sort((a, b) => b.path.length - a.path.length);
    return (
      row && credential(openFor(secrets, CREDENTIAL, credentialPlace(row), row.authorization), row)
    );
  }

  /** @throws ProblemError 400 for a URL that must not be requested */
  async function scopeOf(url: string): Promise<CredentialScope> {
    await checkUrl(url);
    const scope = credentialScope(url);
    if (!scope) throw invalidField('/url', VALIDATION.urlNeeded);
    return scope;
  }

  async function checkUrl(url: string): Promise<void> {
    const problem = await outbound.check(url);
    if (problem !== undefined) throw invalidField('/url', problem);
  }

  return {
    /** The credential for a URL; undefined when the project has none. */
    credentialFor,

    async secret(projectId: string): Promise<ToolSecret> {
      return toToolSecret(await secretRow(projectId));
    },

    /** The current signing secrets: one, or two during a rotation. */
    async signingSecrets(projectId: string): Promise<string[]> {
      const row = await secretRow(projectId);
      const generation = row?.generation ?? 0;
      const used = isOldUsed(row) ? [generation, generation - 1] : [generation];
      return used.map((one) => tool.secretOf(projectId, one));
    },

    /**
     * Creates a new secret, shown in this response only; calls are also signed with the old one for the given hours.
     */
    async rotate(projectId: string, { overlap_hours }: WebhookRotation): Promise<ToolSecretShown> {
      const now = Date.now();
      const until = new Date(now + overlap_hours * HOUR).toISOString();
      return stores.transaction(async (within) => {
        const { secrets: table } = within.tool;
        // The first rotation has no row to lock, so rotations lock the project instead.
        await within.project.projects.lock({ id: projectId });
        const before = await table.find({ project_id: projectId });
        const row: ToolSecretRow = {
          project_id: projectId,
          generation: (before?.generation ?? 0) + 1,
          made_at: new Date(now).toISOString(),
          old_secret_until: overlap_hours > 0 ? until : null,
        };
        await table.put(row);
        return {
          tool_secret: toToolSecret(row),
          secret: tool.secretOf(projectId, row.generation),
        };
      });
    },

    listCredentials(projectId: string, query: PageQuery): Promise<ToolCredentialList> {
      const options = { where: { project_id: projectId }, sort: 'origin' as const };
      return listPage(credentials, options, query, toCredential);
    },

    /** @throws ProblemError 400 for a URL that must not be requested, 409 `limit_reached` */
    async replaceCredential(
      projectId: string,
      { url, authorization }: ToolCredentialReplace,
      by: Actor,
    ): Promise<ToolCredentialView> {
      const scope = await scopeOf(url);
      const row: ToolCredentialRow = {
        id: newId('credential'),
        project_id: projectId,
        ...scope,
        authorization: sealFor(secrets, CREDENTIAL, credentialPlace(scope), authorization),
        updated_by_id: by.id,
        updated_by_name: by.name,
        updated_at: new Date().toISOString(),
      };
      const { id: _, project_id, origin, path, ...change } = row;
      const [changed] = await credentials.update({ project_id, origin, path }, change);
      if (changed) return toCredential(changed);
      try {
        await stores.transaction(async (within) => {
          await mustFind(within.project.projects.lock({ id: projectId }));
          if ((await within.tool.credentials.count({ project_id })) >= CREDENTIALS_MAX)
            throw new ProblemError('limit_reached', DETAIL.credentialLimit(CREDENTIALS_MAX));
          await within.tool.credentials.insert(row);
        });
        return toCredential(row);
      } catch (error) {
        if (!(error instanceof Taken)) throw error;
        // Someone else created it a moment earlier.
        const [theirs] = await credentials.update({ project_id, origin, path }, change);
        return toCredential(theirs ?? row);
      }
    },

    async deleteCredential({ id }: ToolCredentialRow): Promise<void> {
      if ((await credentials.delete({ id })) === 0) throw notFound();
    },

    /**
     * @throws ProblemError 400 for a URL that must not be requested, 502 when the server doesn't respond as an MCP
     *   server
     */
    async getMcpServer(
      projectId: string,
      { url, authorization }: McpServer,
    ): Promise<McpServerTools> {
      const scope = await scopeOf(url);
      const given = authorization === undefined ? undefined : credential(authorization, scope);
      return tool.readMcpTools(url, given ?? (await credentialFor(projectId, url)));
    },
  };
}

/** The column of a credential from before secrets were bound. @throws Error like `bindOld` */
export function boundColumns(
  secrets: Sealer,
  row: CredentialScope & Pick<ToolCredentialRow, 'authorization'>,
): Pick<ToolCredentialRow, 'authorization'> {
  return { authorization: bindOld(secrets, CREDENTIAL, credentialPlace(row), row.authorization) };
}

function credential(authorization: string, scope: CredentialScope): ToolCredential {
  return { authorization, isFor: (url) => isWithin(scope, url) };
}

function isOldUsed(row: ToolSecretRow | undefined): boolean {
  const until = row?.old_secret_until ?? null;
  return until !== null && Date.parse(until) > Date.now();
}

function toToolSecret(row: ToolSecretRow | undefined): ToolSecret {
  return {
    made_at: row?.made_at ?? null,
    old_secret_until: isOldUsed(row) ? (row?.old_secret_until ?? null) : null,
  };
}

function toCredential(row: ToolCredentialRow): ToolCredentialView {
  return asView('ToolCredential', row);
}
