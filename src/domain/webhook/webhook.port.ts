import type { WebhookAttempt } from '#generated/model/index.ts';
import type { WebhookRow } from './webhook.tables.ts';

/** How deliveries are sent. */
export interface WebhookPort {
  /**
   * Sends one signed request and returns the result.
   * @throws when aborted by `signal`
   */
  post(
    to: WebhookRow,
    event: { id: string; body: string },
    signal?: AbortSignal,
  ): Promise<WebhookAttempt>;
  /** Called when there is something to send. */
  kick(): void;
  /** Milliseconds to wait before each attempt after the first. */
  retriesMs: readonly number[];
}
