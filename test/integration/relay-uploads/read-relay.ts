import { z } from 'zod';
import { keptLogEntry, logPage, type KeptLogEntry } from '../../../shared/relay/log.ts';
import { CUSTOMER } from '../relay/webhooks.ts';

/** Everything a supervisor reads of the customer, in order of arrival. */
export async function readLog(url: string, token: string): Promise<readonly KeptLogEntry[]> {
  const entries: KeptLogEntry[] = [];
  let after = 0;
  for (;;) {
    const query = new URLSearchParams({
      environment: 'uat',
      customerId: String(CUSTOMER),
      after: String(after),
      limit: '500',
    });
    const answer = await fetch(`${url}/v1/log-entries?${query.toString()}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const page = logPage.parse(await answer.json());
    entries.push(...z.array(keptLogEntry).parse(page.entries));
    after = page.cursor;
    if (page.upToDate) return entries;
  }
}

/** The hashes of each laptop's log as the relay has them, by the name of its chain. */
export async function chainsAt(url: string, token: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const chains = new Map<string, string[]>();
  for (const { chain, hash } of await readLog(url, token)) {
    chains.set(chain, [...(chains.get(chain) ?? []), hash]);
  }
  return chains;
}
