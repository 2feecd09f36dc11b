import type { LogEntry } from '../../shared/relay/log.ts';
import { blanked, REDACTION, type Redaction } from '../../shared/relay/redaction.ts';
import { logEntryHash } from './chain.ts';

/**
 * What a kept entry is to say after a redaction of its own log. Null where that is about another entry, or vouches for something
 * else than is left here: then nothing is touched, and a check of the log finds it.
 */
export function leftAfter(
  kept: LogEntry,
  { hash, rest, fields }: Redaction,
): Pick<LogEntry, 'worker' | 'data'> | null {
  if (kept.hash !== hash || kept.type === REDACTION) return null;
  const left = blanked(kept, fields);
  return logEntryHash(left) === rest ? left : null;
}
