import { type ChainState, receivedLogFault } from '../../shared/domain/supervision-overview.ts';
import type { Sqlite } from '../db/open.ts';
import { allChains, type ChainRow } from '../db/tables/supervision/chains.ts';
import { entriesFrom } from '../db/tables/supervision/entries.ts';
import type { RelayOwner } from '../relay/queries.ts';
import { signedPart } from './chain-signatures.ts';
import { siteOf } from '../../shared/domain/site.ts';

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
