import type { Shares } from '#core/shares.ts';
import type { AccessPort } from './access/access.port.ts';
import type { AccountPort } from './account/account.port.ts';
import type { AssistPort } from './assist/assist.port.ts';
import type { AuditPort } from './audit/audit.port.ts';
import type { StandingPort } from './authorise.ts';
import type { Charges } from './billing/charges.ts';
import type { PaymentsPort } from './billing/payments.port.ts';
import type { PricePort } from './billing/price/price.port.ts';
import type { CapturePort } from './capture/capture.port.ts';
import type { ChatPort } from './chat/chat.port.ts';
import type { CollectionPort } from './collection/collection.port.ts';
import type { DatasourcePort } from './datasource/datasource.port.ts';
import type { EvaluationPort } from './evaluation/evaluation.port.ts';
import type { InvitationPort } from './invitation/invitation.port.ts';
import type { ModelPort } from './model/model.port.ts';
import type { NotificationPort } from './notification/notification.port.ts';
import type { OAuthPort } from './oauth/oauth.port.ts';
import type { FilePort, Sealer } from './ports.ts';
import type { RunPort } from './run/run.port.ts';
import type { Stores } from './stores.ts';
import type { SystemPort } from './system/system.port.ts';
import type { Runnables } from './task/runnable.ts';
import type { TaskPort } from './task/task.port.ts';
import type { ToolPort } from './tool/tool.port.ts';
import type { TransferPort } from './transfer/transfer.port.ts';
import type { WebhookPort } from './webhook/webhook.port.ts';

/**
 * What the operations work with: the stores, and ports to everything that differs between the server and the
 * mocks.
 */
export interface Domain {
  /** Absolute URL of the API. */
  apiUrl: string;
  stores: Stores;
  secrets: Sealer;
  /** Whether addresses only count as verified, because nobody can verify one here. */
  areAddressesAssumed: boolean;
  outbound: {
    /** What is wrong with a URL that someone entered; undefined if nothing. */
    check(url: string): Promise<string | undefined>;
  };
  access: AccessPort;
  account: AccountPort;
  assist: AssistPort;
  audit: AuditPort;
  capture: CapturePort;
  charges: Charges;
  chat: ChatPort;
  collection: CollectionPort;
  datasource: DatasourcePort;
  evaluation: EvaluationPort;
  /** The exports in progress. */
  exports: Shares;
  files: FilePort;
  invitation: InvitationPort;
  model: ModelPort;
  notification: NotificationPort;
  oauth: OAuthPort;
  payments: PaymentsPort;
  prices: PricePort;
  run: RunPort;
  runnables: Runnables;
  standing: StandingPort;
  system: SystemPort;
  task: TaskPort;
  tool: ToolPort;
  transfer: TransferPort;
  webhook: WebhookPort;
}
