import type { ChainState, KeyChange } from '../../shared/domain/supervision-overview.ts';
import type { LogChainId } from '../../shared/relay/log.ts';
import { canonicalBatchHead } from '../../shared/relay/signing.ts';
import type { Sqlite } from '../db/open.ts';
import { changedKeys } from '../db/tables/queue/device-keys.ts';
import { allChains, type ChainRow, logSignaturesUpTo } from '../db/tables/supervision/chains.ts';
import { entriesFrom } from '../db/tables/supervision/entries.ts';
import type { RelayOwner } from '../relay/queries.ts';
import { judgeLaptop } from '../trust/judge.ts';

/** So many signatures that do not verify are passed over before the rest is not looked at. */
const MOST_JUDGED = 50;

/**
 * How far a log is signed by its laptop. A signature over an entry vouches for all before it, as far as the chain is sound. It counts where
 * the key is pinned and belongs to the laptop that the chain came from; `rest` says why the entries after that do not count.
 *
 * @param queue knows the keys of the laptops.
 */
export function signedPart(
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
    if (found === 'verified') return { upTo: last, rest: last === row.verified ? null : rest };
    rest = found;
  }
  return { upTo: 0, rest };
}

/** Says of entries whether the signature of their laptop covers them. Each log is judged once, when it is first asked about. */
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

/** The keys that came after the first one of their laptop or its name and are not trusted, the newest first. */
export function keyChanges(queue: Sqlite): KeyChange[] {
  return changedKeys(queue).map(({ key, laptop, role, registered_at: at }) => ({ key, laptop, role, at }));
}
