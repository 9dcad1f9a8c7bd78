import type { Area, OperationsOf } from './call.ts';
import type { Domain } from './domain.ts';

/**
 * The one table of operations: what each area implements, loaded when it is needed. The server binds it to Fastify, the
 * mocks bind it to msw. A missing or surplus operation does not compile in its area.
 */
export const AREAS = {
  access: async () => (await import('./access/access.operations.ts')).accessOperations,
  account: async () => (await import('./account/account.operations.ts')).accountOperations,
  audit: async () => (await import('./audit/audit.operations.ts')).auditOperations,
  assist: async () => (await import('./assist/assist.operations.ts')).assistOperations,
  billing: async () => (await import('./billing/billing.operations.ts')).billingOperations,
  capture: async () => (await import('./capture/capture.operations.ts')).captureOperations,
  chat: async () => (await import('./chat/chat.operations.ts')).chatOperations,
  collection: async () =>
    (await import('./collection/collection.operations.ts')).collectionOperations,
  compose: async () => (await import('./compose/compose.operations.ts')).composeOperations,
  datasource: async () =>
    (await import('./datasource/datasource.operations.ts')).datasourceOperations,
  deletion: async () => (await import('./deletion/deletion.operations.ts')).deletionOperations,
  endpoint: async () => (await import('./endpoint/endpoint.operations.ts')).endpointOperations,
  evaluation: async () =>
    (await import('./evaluation/evaluation.operations.ts')).evaluationOperations,
  invitation: async () =>
    (await import('./invitation/invitation.operations.ts')).invitationOperations,
  key: async () => (await import('./key/key.operations.ts')).keyOperations,
  member: async () => (await import('./member/member.operations.ts')).memberOperations,
  model: async () => (await import('./model/model.operations.ts')).modelOperations,
  notification: async () =>
    (await import('./notification/notification.operations.ts')).notificationOperations,
  oauth: async () => (await import('./oauth/oauth.operations.ts')).oauthOperations,
  org: async () => (await import('./org/org.operations.ts')).orgOperations,
  project: async () => (await import('./project/project.operations.ts')).projectOperations,
  revision: async () => (await import('./revision/revision.operations.ts')).revisionOperations,
  run: async () => (await import('./run/run.operations.ts')).runOperations,
  share: async () => (await import('./share/share.operations.ts')).shareOperations,
  system: async () => (await import('./system/system.operations.ts')).systemOperations,
  task: async () => (await import('./task/task.operations.ts')).taskOperations,
  template: async () => (await import('./template/template.operations.ts')).templateOperations,
  tool: async () => (await import('./tool/tool.operations.ts')).toolOperations,
  transfer: async () => (await import('./transfer/transfer.operations.ts')).transferOperations,
  user: async () => (await import('./user/user.operations.ts')).userOperations,
  webhook: async () => (await import('./webhook/webhook.operations.ts')).webhookOperations,
} satisfies { [A in Area]: () => Promise<(domain: Domain) => OperationsOf<A>> };
