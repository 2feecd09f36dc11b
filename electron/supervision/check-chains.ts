import { type ReceivedLogFault, receivedLogFault } from '../../shared/domain/supervision-overview.ts';
import type { LogEntry, LogHead } from '../../shared/relay/log.ts';
import { REDACTION } from '../../shared/relay/removals.ts';
import type { Database, Sqlite } from '../db/open.ts';
import { type ChainRow, trustedHead, uncheckedChain, writeChain } from '../db/tables/supervision/chains.ts';
import { entriesFrom, firstUnvouched } from '../db/tables/supervision/entries.ts';
import { type LogFindings, verifyLog, vouchedByCopies } from '../log/verify.ts';
import { staleFrom } from './intake.ts';

/**
 * Verifies further entries of the next chain with unchecked ones, starting after its verified part. False = nothing is
 * left to check. A gap, or a redacted entry without a voucher, is checked again when an entry of its chain arrives. Any
 * other fault is final, because only a redaction changes stored entries.
 */
export async function checkSome(database: Database, limit: number): Promise<boolean> {
  const { sqlite } = database;
  const row = uncheckedChain(sqlite);
  if (row === undefined) return false;
  const before = faultOf(row);
  if (before !== null && isForGood(sqlite, row, before)) {
    database.write((context) => writeChain(context, { ...row, unchecked: 0 }));
    return true;
  }
  const start = trustedHead(row);
  const entries = entriesFrom(sqlite, row.ordinal, start.number + 1, limit);
  const read = await verifyLog(entries, [], start, vouchedByCopies);
  const from = before === null && !entries.some(({ type }) => type === REDACTION) ? start.number + 1 : 1;
  const findings = withVouching(sqlite, row, from, read);
  database.write((context) => {
    // Only the intake writes chains, and it never runs while this check waits.
    const more = findings.kind === 'sound' && entries.length === limit;
    const fault = faultAfter(findings, before);
    const head = findings.kind === 'sound' ? findings.head : findings.trusted;
    const next: ChainRow = {
      ...row,
      verified: head.number,
      verified_hash: head.hash,
      unchecked: more ? 1 : 0,
      fault: fault === null ? null : JSON.stringify(fault),
    };
    writeChain(context, next);
    const stale = Math.min(numberOf(before), numberOf(fault));
    if (numberOf(before) !== numberOf(fault)) staleFrom(context, row.ordinal, stale);
  });
  return true;
}

function isForGood(sqlite: Sqlite, { ordinal }: ChainRow, { kind, number }: ReceivedLogFault): boolean {
  if (kind === 'removed' || kind === 'inserted') return false;
  return kind !== 'changed' || entriesFrom(sqlite, ordinal, number, 1)[0]?.redacted !== true;
}

/**
 * The findings, once the vouchers for redacted entries are known. An entry without a voucher counts as changed. An
 * entry whose only voucher lies after a fault is untrusted.
 */
function withVouching(
  sqlite: Sqlite,
  { ordinal: chain }: ChainRow,
  from: number,
  read: LogFindings,
): LogFindings {
  const head = read.kind === 'sound' ? read.head : read.trusted;
  const entryUnvouched = (untrusted: number): LogEntry | undefined => {
    const first = firstUnvouched(sqlite, {
      chain,
      from: read.kind === 'sound' ? from : 1,
      to: head.number,
      untrusted,
    });
    return first === null ? undefined : entriesFrom(sqlite, chain, first, 1)[0];
  };
  const changed = entryUnvouched(Number.POSITIVE_INFINITY);
  if (changed !== undefined) {
    const { number } = changed;
    return {
      kind: 'broken',
      trusted: headBefore(changed),
      fault: { kind: 'changed', number, entry: changed },
    };
  }
  if (read.kind === 'sound') return read;
  const doubtful = entryUnvouched(read.fault.number);
  return doubtful === undefined ? read : { ...read, trusted: headBefore(doubtful) };
}

const headBefore = ({ number, previousHash }: LogEntry): LogHead => ({
  number: number - 1,
  hash: previousHash,
});

/** An entry that arrived in two versions remains a fault; a filled gap does not. */
function faultAfter(findings: LogFindings, before: ReceivedLogFault | null): ReceivedLogFault | null {
  const kept = before?.kind === 'inserted' ? before : null;
  if (findings.kind === 'sound') return kept;
  const { kind, number, entry } = findings.fault;
  if (kept !== null && kept.number <= number) return kept;
  const reported = entry === null ? null : { at: entry.at, worker: entry.worker, type: entry.type };
  return { kind, number, entry: reported, other: null };
}

const faultOf = ({ fault }: ChainRow): ReceivedLogFault | null =>
  fault === null ? null : receivedLogFault.parse(JSON.parse(fault));

const numberOf = (fault: ReceivedLogFault | null): number => fault?.number ?? Number.POSITIVE_INFINITY;
