import type { ChainState, KeyChange } from '../../shared/domain/supervision-overview.ts';
import type { LogChainId } from '../../shared/relay/log.ts';
import { canonicalBatchHead, type DevicePublicKey } from '../../shared/relay/signing.ts';
import type { RelayRole } from '../../shared/relay/access.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Sqlite, Database } from '../db/open.ts';
import { changedKeys, deviceKeyOf, pinDeviceKey } from '../db/tables/queue/device-keys.ts';
import { allChains, type ChainRow, logSignaturesUpTo } from '../db/tables/supervision/chains.ts';
import { entriesFrom } from '../db/tables/supervision/entries.ts';
import type { RelayOwner } from '../relay/queries.ts';
import { judgeLaptop } from '../trust/judge.ts';
import { requireReason } from '../jobs/change.ts';
import type { InstallationLog } from '../log/append.ts';

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

/**
 * A person trusts the changed key of a laptop from now on, on this laptop alone: the relay cannot do so. The key before stays valid for
 * what it signed. With its entry of the log, in ONE transaction. ProblemError `key-supervisor-only` where this laptop's token is no
 * supervisor's, `not-found` for a key that is not known or trusted already, `reason-missing`, `name-too-long`.
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
