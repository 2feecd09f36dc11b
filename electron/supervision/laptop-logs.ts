import {
  type ChainState,
  receivedLogFault,
  type KeyChange,
} from '../../shared/domain/supervision-overview.ts';
import { siteOf, type RelayRole } from '../../shared/relay/access.ts';
import { type LogHead, type LogChainId, LOG_CHAIN_START } from '../../shared/relay/log.ts';
import type { Instant } from '../../shared/time.ts';
import { canonicalBatchHead, type DevicePublicKey } from '../../shared/relay/signing.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Sqlite, Database } from '../db/open.ts';
import {
  allChains,
  type ChainRow,
  firstUnvouched,
  logSignaturesUpTo,
  entriesFrom,
} from '../db/tables/supervision/logs.ts';
import type { RelayOwner } from '../relay/queries-and-answers.ts';
import { logExportHead, logExportLine, type InstallationLog } from '../log/append.ts';
import { changedKeys, deviceKeyOf, pinDeviceKey } from '../db/tables/queue/device-keys.ts';
import { judgeLaptop } from '../trust/signatures.ts';
import { requireReason } from '../jobs/change.ts';

/* The logs of all laptops: their state, their signatures, and the signing keys. */

/** The inputs of the check of logs: the copies, the keys in queue.db and the owners of the logs. */
export interface ChainSources {
  readonly sqlite: Sqlite;
  readonly queue: Sqlite;
  readonly owner: RelayOwner;
}

/** The laptops' logs: those with a fault first, then by latest entry. */
export function chainStates(sources: ChainSources): ChainState[] {
  const { sqlite } = sources;
  const known = new Set(allChains(sqlite).map(({ chain }) => chain));
  return allChains(sqlite)
    .map((row) => stateOf(sources, row, known))
    .toSorted(
      (one, other) =>
        Number(other.fault !== null) - Number(one.fault !== null) ||
        (other.newest?.at ?? 0) - (one.newest?.at ?? 0),
    );
}

function stateOf(sources: ChainSources, row: ChainRow, known: ReadonlySet<string>): ChainState {
  const { sqlite } = sources;
  const [newest] = row.entries === 0 ? [] : entriesFrom(sqlite, row.ordinal, row.newest, 1);
  return {
    chain: row.chain,
    laptop: row.laptop,
    site: siteOf(row.laptop),
    own: row.own === 1,
    entries: row.entries,
    jobs: row.jobs,
    firstAt: row.first_at,
    newest: newest === undefined ? null : { number: newest.number, hash: newest.hash, at: newest.at },
    verifiedTo: row.verified,
    fault: row.fault === null ? null : receivedLogFault.parse(JSON.parse(row.fault)),
    signed: signedPart(sources, row),
    continues:
      row.continues === null
        ? null
        : {
            chain: row.continues,
            number: row.continues_number ?? 0,
            beyond: row.beyond,
            here: known.has(row.continues),
          },
    clock: { newestOffsetMs: row.offset_newest, worstOffsetMs: row.offset_worst },
  };
}

/** A laptop's log for an external verifier (docs/installation-log.md). */
export interface HandedLog {
  readonly chain: LogChainId;
  readonly laptop: string | null;
  /** The hash before its first entry. */
  readonly start: LogHead;
  /** The last entry up to which the log is unmodified. */
  readonly head: LogHead;
  /** The last entry that is covered by the laptop's signature. */
  readonly signedUpTo: number;
  /** True if an entry after the head was modified. */
  readonly fault: boolean;
  /** The exported entries, generated lazily. */
  readonly lines: () => Iterable<string>;
}

/** Rows per read from the database. */
const READ_AT_ONCE = 200;

/** The verified local parts of some chains. */
export function logsToHand(
  sources: ChainSources,
  chains: ReadonlySet<LogChainId>,
  exportedAt: Instant,
): readonly HandedLog[] {
  return allChains(sources.sqlite)
    .filter(({ chain }) => chains.has(chain))
    .map((row): HandedLog => {
      const start = { number: row.continues_number ?? 0, hash: row.continues_hash ?? LOG_CHAIN_START };
      const isKnown = row.verified_hash !== null && row.verified > start.number;
      const head = isKnown ? { number: row.verified, hash: row.verified_hash ?? '' } : start;
      const { chain, laptop } = row;
      return {
        chain,
        laptop,
        start,
        head,
        signedUpTo: signedPart(sources, row).upTo,
        fault: row.fault !== null,
        lines: () => linesOf(sources, row, { start, head, exportedAt }),
      };
    });
}

function* linesOf(
  { sqlite, owner }: ChainSources,
  { chain, ordinal }: ChainRow,
  { start, head, exportedAt }: Pick<HandedLog, 'start' | 'head'> & { readonly exportedAt: Instant },
): Generator<string> {
  yield logExportHead({ ...owner, chain, exportedAt, head, start });
  for (let from = start.number + 1; from <= head.number;) {
    const entries = entriesFrom(sqlite, ordinal, from, READ_AT_ONCE).filter(
      ({ number }) => number <= head.number,
    );
    for (const entry of entries) yield logExportLine(entry);
    from = (entries.at(-1)?.number ?? head.number) + 1;
  }
}

/** Upper bound of signatures that fail verification; the rest of the log is then not verified. */
const MOST_JUDGED = 50;

/**
 * The signed part of a log. A signature over an entry covers all earlier entries of the verified chain. It counts only
 * if its key is pinned and belongs to the chain's laptop. It does not cover the present text of an entry whose redaction
 * is not signed. `rest`: the reason why later entries are not covered. @param queue knows the keys of the laptops.
 */
function signedPart(
  { sqlite, queue, owner }: { readonly sqlite: Sqlite; readonly queue: Sqlite; readonly owner: RelayOwner },
  row: ChainRow,
): ChainState['signed'] {
  if (row.own === 1 || row.verified === 0) return { upTo: row.verified, rest: null };
  let rest: ChainState['signed']['rest'] = 'unsigned';
  for (const one of logSignaturesUpTo(sqlite, row.ordinal, row.verified, MOST_JUDGED)) {
    const [entry] = entriesFrom(sqlite, row.ordinal, one.last, 1);
    const { first, last, hash } = one;
    const text = canonicalBatchHead({ ...owner, chain: row.chain, first, last, hash });
    const { state, by } = judgeLaptop(queue, text, one);
    const isItsOwn = by === null || by.laptop === row.laptop;
    const fits = entry?.number === last && entry.hash === hash;
    const found = state === 'verified' && (!fits || !isItsOwn) ? (fits ? 'unknown-key' : 'wrong') : state;
    if (found === 'verified') {
      const unvouched = firstUnvouched(sqlite, {
        chain: row.ordinal,
        from: 1,
        to: last,
        untrusted: last + 1,
      });
      if (unvouched !== null) return { upTo: unvouched - 1, rest };
      return { upTo: last, rest: last === row.verified ? null : rest };
    }
    rest = found;
  }
  return { upTo: 0, rest };
}

/** Returns whether a signature of its laptop covers an entry. Each log is verified once, on first use. */
export function signedEntries(
  sources: Parameters<typeof signedPart>[0],
): (entry: { readonly chain: LogChainId; readonly number: number }) => boolean {
  const rows = new Map(allChains(sources.sqlite).map((row) => [row.chain, row]));
  const signedTo = new Map<LogChainId, number>();
  return ({ chain, number }) => {
    const row = rows.get(chain);
    const upTo = signedTo.get(chain) ?? (row === undefined ? 0 : signedPart(sources, row).upTo);
    signedTo.set(chain, upTo);
    return number <= upTo;
  };
}

/** Untrusted keys: later keys of a device or of its name, newest first. */
export function keyChanges(queue: Sqlite): KeyChange[] {
  return changedKeys(queue).map(({ key, laptop, role, registered_at: at }) => ({ key, laptop, role, at }));
}

/**
 * A person trusts the changed key of a laptop, on this laptop only: the relay has no such right. The previous key stays
 * valid for its signatures. The log entry is in the same transaction. ProblemErrors: `key-supervisor-only` (this
 * laptop's token is not a supervisor's), `not-found` (an unknown or already trusted key), `reason-missing`,
 * `name-too-long`.
 */
export function acceptKey(
  {
    database,
    log,
    role,
  }: { readonly database: Database; readonly log: InstallationLog; readonly role: RelayRole | null },
  key: DevicePublicKey,
  typed: string,
): void {
  if (role !== 'supervisor' && role !== 'admin') throw new ProblemError(makeProblem('key-supervisor-only'));
  const reason = requireReason(typed);
  database.write((context) => {
    const row = deviceKeyOf(context.sqlite, key);
    if (row === undefined || row.pinned === 1) throw new ProblemError(makeProblem('not-found'));
    pinDeviceKey(context, key);
    log.append(context, {
      job: null,
      type: 'device-key-accepted',
      data: { key, device: row.device, laptop: row.laptop, reason },
    });
    context.changed('status', 'supervision');
  });
}
