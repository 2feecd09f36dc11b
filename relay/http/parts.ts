import type { Instant } from '../../shared/time.ts';
import type { Admission } from '../access/admission.ts';
import type { TokenUses } from '../access/credentials.ts';
import type { ReadMarks } from '../feed/retention.ts';
import type { WaitingPolls } from '../feed/reading.ts';
import type { RelaySettings } from '../settings.ts';
import type { RelayStore } from '../store/store.ts';
import type { RelayMetrics } from './monitoring.ts';
import type { RequestsInFlight } from './requests-in-flight.ts';

/** The dependencies of the routes; made once in start.ts. */
export type RelayParts = {
  readonly settings: RelaySettings;
  readonly store: RelayStore;
  readonly polls: WaitingPolls;
  readonly marks: ReadMarks;
  readonly admission: Admission;
  readonly underWay: RequestsInFlight;
  /** Resolves at the next turn for a large request. */
  readonly largeRequestSlot: () => Promise<void>;
  readonly uses: TokenUses;
  readonly metrics: RelayMetrics;
  readonly now: () => Instant;
  /** True once the relay has begun to stop. */
  readonly isStopping: () => boolean;
};
