import type { Refusal } from './refusal.ts';

/** Counts refused attempts. */
export interface AuditPort {
  /** Takes microseconds and no query, because there may be thousands of attempts per second. */
  countRefusal(refusal: Refusal): void;
  /** Saves the refusals counted so far. This also happens every second. */
  saveRefusals(): Promise<void>;
}
