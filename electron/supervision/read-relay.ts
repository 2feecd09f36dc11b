import type { Environment } from '../../shared/environment.ts';
import type { CustomerId } from '../../shared/ids.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Database } from '../db/open.ts';
import { readFeed, writeFeed } from '../db/tables/supervision/chains.ts';
import type { RelayClient } from '../relay/client.ts';
import type { RelayError } from '../relay/relay-error.ts';
import { takeEntries, takeForks, takeSignatures } from './intake.ts';

/** The entries of the relay. */
export interface RelayRead {
  /** Entries on the page. */
  readonly read: number;
  readonly upToDate: boolean;
}

/**
 * Reads the next page of the log of all laptops and keeps it. What is known already is asked for by its last entry too: where
 * another one stands there, the relay was set back, and all is read once more, which changes nothing of what is known.
 */
export async function readRelayLog(
  parts: {
    readonly database: Database;
    readonly client: Pick<RelayClient, 'logEntries'>;
    readonly environment: Environment;
    readonly customerId: CustomerId;
    /** Called for an entry that could not be stored. */
    readonly report: (cause: unknown) => void;
  },
  limit: number,
  signal: AbortSignal,
): Promise<Result<RelayRead, RelayError>> {
  const { database, client, environment, customerId, report } = parts;
  const place = readFeed(database.sqlite);
  const begun = place.relay_sequence > 0;
  const page = await client.logEntries({
    environment,
    customerId,
    after: Math.max(0, place.relay_sequence - 1),
    limit,
    signal,
  });
  if (!page.ok) return err(page.error);
  if (signal.aborted) return ok({ read: 0, upToDate: true });
  const { entries, forks, signatures, upToDate } = page.value;
  const [first] = entries;
  if (begun && (first?.sequence !== place.relay_sequence || first.id !== place.relay_entry)) {
    database.write((context) => writeFeed(context, { relay_sequence: 0, relay_entry: null }));
    return ok({ read: 0, upToDate: false });
  }
  const last = entries.at(-1);
  if (last === undefined) return ok({ read: 0, upToDate: true });
  database.write((context) => {
    for (const [chain, ofChain] of Map.groupBy(entries, (entry) => entry.chain)) {
      const laptop = ofChain.at(-1)?.laptop ?? null;
      takeEntries(context, { chain, entries: ofChain, own: false, laptop, continues: null, report });
    }
    takeForks(context, forks);
    takeSignatures(context, signatures);
    writeFeed(context, {
      relay_sequence: last.sequence,
      relay_entry: last.id,
      relay_at: last.receivedAt,
    });
  });
  return ok({ read: entries.length - (begun ? 1 : 0), upToDate });
}
