import type { LogHead, LogChainId } from '../../shared/relay/log.ts';
import { LOG_CHAIN_START } from '../../shared/relay/log.ts';
import { allChains, type ChainRow } from '../db/tables/supervision/chains.ts';
import { entriesFrom } from '../db/tables/supervision/entries.ts';
import { logExportHead, logExportLine } from '../log/export-lines.ts';
import type { Instant } from '../../shared/time.ts';
import { signedPart } from './chain-signatures.ts';
import type { ChainSources } from './chains-view.ts';

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
