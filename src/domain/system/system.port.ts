import type { ClientSettings, ReadinessCheck } from '#generated/model/index.ts';

export interface SystemPort {
  /** What the console needs to know before anybody signs in. */
  settings: ClientSettings;
  /** What must be fine for this process to take requests. */
  checks(): Promise<ReadinessCheck[]>;
}
