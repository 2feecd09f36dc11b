import type { Environment } from '../../shared/environment.ts';
import type { CustomerId } from '../../shared/ids.ts';
import { LOG_CHAIN_START, type LogChainId, type LogEntry, type LogHead } from '../../shared/relay/log.ts';
import type { Instant } from '../../shared/time.ts';

/** The first line of an exported log (docs/installation-log.md): what it is, and its newest entry. */
export function logExportHead(log: {
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly chain: LogChainId;
  readonly exportedAt: Instant;
  readonly head: LogHead;
  /** Left out: the log begins with it. */
  readonly start?: LogHead;
}): string {
  const { environment, customerId, chain, exportedAt, head } = log;
  const start = log.start ?? { number: 0, hash: LOG_CHAIN_START };
  return `${JSON.stringify({ format: 'boxwright-log', version: 2, environment, customerId, chain, exportedAt, start, head })}\n`;
}

/** One entry, as it was hashed; of one whose words were removed, what is left. */
export function logExportLine(entry: LogEntry): string {
  const { number, id, at, clockOffsetMs, worker, jobId, type, data, previousHash, hash, redacted } = entry;
  return `${JSON.stringify({ number, id, at, clockOffsetMs, worker, jobId, type, data, previousHash, hash, redacted })}\n`;
}
