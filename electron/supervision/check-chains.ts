import { type ReceivedLogFault, receivedLogFault } from '../../shared/domain/supervision-overview.ts';
import type { Database } from '../db/open.ts';
import { type ChainRow, trustedHead, uncheckedChain, writeChain } from '../db/tables/supervision/chains.ts';
import { entriesFrom } from '../db/tables/supervision/entries.ts';
import { type LogFindings, verifyLog } from '../log/verify.ts';
import { staleFrom } from './intake.ts';

/**
 * Checks some more entries of the next chain that has unchecked ones, from where it was found sound on. False = there is
 * nothing left to check. A gap is looked at again when something of its chain arrives; any other fault is for good, as what
 * is kept never changes.
 */
export async function checkSome(database: Database, limit: number): Promise<boolean> {
  const { sqlite } = database;
  const row = uncheckedChain(sqlite);
  if (row === undefined) return false;
  const before = faultOf(row);
  if (before !== null && before.kind !== 'removed' && before.kind !== 'inserted') {
    database.write((context) => writeChain(context, { ...row, unchecked: 0 }));
    return true;
  }
  const start = trustedHead(row);
  const entries = entriesFrom(sqlite, row.ordinal, start.number + 1, limit);
  const findings = await verifyLog(entries, [], start);
  database.write((context) => {
    // Nothing else writes chains but the intake, which never runs while this one waits.
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
    const from = Math.min(numberOf(before), numberOf(fault));
    if (numberOf(before) !== numberOf(fault)) staleFrom(context, row.ordinal, from);
  });
  return true;
}

/** An entry that came in two versions stays a fault; a gap that was filled is none any more. */
function faultAfter(findings: LogFindings, before: ReceivedLogFault | null): ReceivedLogFault | null {
  const kept = before?.kind === 'inserted' ? before : null;
  if (findings.kind === 'sound') return kept;
  const { kind, number, entry } = findings.fault;
  if (kept !== null && kept.number <= number) return kept;
  const told = entry === null ? null : { at: entry.at, worker: entry.worker, type: entry.type };
  return { kind, number, entry: told, other: null };
}

const faultOf = ({ fault }: ChainRow): ReceivedLogFault | null =>
  fault === null ? null : receivedLogFault.parse(JSON.parse(fault));

const numberOf = (fault: ReceivedLogFault | null): number => fault?.number ?? Number.POSITIVE_INFINITY;
