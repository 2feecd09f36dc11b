import { type ChainState, receivedLogFault } from '../../shared/domain/supervision-overview.ts';
import { siteOf } from '../../shared/domain/place.ts';
import { type LogHead, type LogChainId, LOG_CHAIN_START } from '../../shared/relay/log.ts';
import type { Instant } from '../../shared/time.ts';
import type { Sqlite } from '../db/open.ts';
import { allChains, type ChainRow } from '../db/tables/supervision/chains.ts';
import { entriesFrom } from '../db/tables/supervision/entries.ts';
import type { RelayOwner } from '../relay/queries.ts';
import { logExportHead, logExportLine } from '../log/append.ts';
import { signedPart } from './chain-signatures.ts';

/** The inputs of the check of logs: the copies, the keys in queue.db and the owners of the logs. */
export interface ChainSources {
  readonly sqlite: Sqlite;
  readonly queue: Sqlite;
  readonly owner: RelayOwner;
}

/** The laptops' logs, those with a fault first, then those that wrote last. */
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

/** A laptop's log for a reader who trusts no laptop (docs/installation-log.md). */
export interface HandedLog {
  readonly chain: LogChainId;
  readonly laptop: string | null;
  /** Before its first entry. */
  readonly start: LogHead;
  /** Up to here it is as its laptop wrote it. */
  readonly head: LogHead;
  /** The number up to which its laptop has signed it. */
  readonly signedUpTo: number;
  /** Something after the head is not as its laptop wrote it. */
  readonly fault: boolean;
  /** Its export, made as it is read. */
  readonly lines: () => Iterable<string>;
}

/** Entries between two looks at the database. */
const READ_AT_ONCE = 200;

/** The logs of some chains, as far as they are here and sound. */
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
