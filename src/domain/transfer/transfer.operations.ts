import { originOf } from '../audit/origin.ts';
import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createProjectMoveService } from './project-move.service.ts';
import { projectTemplates } from './project-templates.ts';
import { createTransferService } from './transfer.service.ts';

/** The operations that move, copy, export and import. */
export function transferOperations(domain: Domain): OperationsOf<'transfer'> {
  const moves = createProjectMoveService(domain);
  const transfers = createTransferService(domain);
  return {
    previewProjectMove: async (call) =>
      moves.preview(await call.rows.project, call.body.org_id, userOf(call)),
    moveProject: async (call) =>
      moves.move(await call.rows.project, call.body.org_id, userOf(call), originOf(call)),
    async listProjectTemplates() {
      const pagination = { has_next: false, next_cursor: null };
      return { results: projectTemplates(), pagination };
    },
    copyProject: (call) => transfers.copy(call.params.orgId, call.body, viewerOf(call)),
    exportOrg: (call) => transfers.export(call.params.orgId, userOf(call)),
    importOrg: (call) => transfers.import(call.params.orgId, call.body.upload_id, userOf(call)),
    listTransfers: (call) => transfers.list(call.params.orgId, viewerOf(call), call.query),
    getTransfer: (call) => transfers.get(call.rows.transfer, viewerOf(call)),
    cancelTransfer: (call) => transfers.cancel(call.rows.transfer, viewerOf(call)),
    downloadTransfer: async ({ rows }) => transfers.download(rows.transfer, await rows.org),
  };
}

function viewerOf(
  call: Parameters<typeof userOf>[0] & {
    access: { orgRole: 'owner' | 'editor' | 'member' | null };
  },
) {
  return { user: userOf(call), orgRole: call.access.orgRole };
}
