import { z } from 'zod';
import {
  keptLogEntry,
  logPage,
  type KeptLogEntry,
  type LogFork,
  type LogPage,
} from '../../../shared/relay/log.ts';
import { CUSTOMER } from '../relay/webhooks.ts';

/** Everything a supervisor reads of the customer, in order of arrival. */
export async function readLog(url: string, token: string): Promise<readonly KeptLogEntry[]> {
  return (await readPages(url, token)).flatMap(({ entries }) => z.array(keptLogEntry).parse(entries));
}

/** Every fork a supervisor receives, once. */
export async function readForks(url: string, token: string): Promise<readonly LogFork[]> {
  const forks = (await readPages(url, token)).flatMap((page) => page.forks);
  return [...new Map(forks.map((fork) => [fork.by, fork])).values()];
}

async function readPages(url: string, token: string): Promise<readonly LogPage[]> {
  const pages: LogPage[] = [];
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
    pages.push(page);
    after = page.cursor;
    if (page.upToDate) return pages;
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
