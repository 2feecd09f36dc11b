import { z } from 'zod';
import { environment, type Environment } from '../../shared/environment.ts';
import type { Instant } from '../../shared/time.ts';

/**
 * Why a webhook that came with the right secret is no result here: its body, its content type, what it tells of, or that
 * it says itself that it is of the other environment.
 */
export const quarantineReason = z.enum(['payload', 'content-type', 'unknown-event', 'foreign-environment']);
export type QuarantineReason = z.infer<typeof quarantineReason>;

/** A webhook that is kept for a person to look at. No laptop ever gets it. */
export type QuarantinedWebhook = {
  readonly environment: Environment;
  /** The last part of the address it came to. */
  readonly event: string;
  readonly reason: QuarantineReason;
  /** The request body, byte for byte, in memory of its own. */
  readonly body: Uint8Array;
  readonly receivedAt: Instant;
};

export type KeptWebhook = QuarantinedWebhook & { readonly id: number; readonly body: Buffer };

/** So many are kept; the oldest give way to new ones. */
export const QUARANTINE_KEPT = 500;

/** A webhook with the right secret that is no result. */
export type QuarantineStore = {
  /** Durable when it resolves. */
  readonly quarantine: (webhook: QuarantinedWebhook) => Promise<void>;
  /** All that are kept, the oldest first. */
  readonly readQuarantine: () => Promise<readonly KeptWebhook[]>;
  /** Drops what came before the instant. Returns how many. */
  readonly dropQuarantinedBefore: (before: Instant) => Promise<number>;
};

/** A row of either store. PostgreSQL gives its bigints as text. */
const whole = z.union([z.number(), z.string().transform(Number)]);
export const quarantineRow = z
  .object({
    id: whole,
    environment,
    event: z.string(),
    reason: quarantineReason,
    body: z.instanceof(Buffer),
    received_at: whole,
  })
  .transform(({ received_at, ...same }): KeptWebhook => ({ ...same, receivedAt: received_at }));
