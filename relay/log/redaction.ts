import type { LogEntry } from '../../shared/relay/log.ts';
import { leftAfterRedaction, type Redaction } from '../../shared/relay/redaction.ts';
import { logEntryHash } from './chain.ts';

/** The stored form of an entry after a redaction of its own log; null where nothing is to be touched (`leftAfterRedaction`). */
export function leftAfter(kept: LogEntry, redaction: Redaction): Pick<LogEntry, 'worker' | 'data'> | null {
  return leftAfterRedaction(kept, redaction, logEntryHash);
}
