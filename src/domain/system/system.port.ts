import type { ClientSettings, ReadinessCheck } from '#generated/model/index.ts';

export interface SystemPort {
  /** What the console needs to know before sign-in. */
  settings: ClientSettings;
  /** Checks that must pass before this process can accept requests. */
  checks(): Promise<ReadinessCheck[]>;
}
