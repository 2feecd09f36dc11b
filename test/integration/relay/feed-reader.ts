import { feedPage, feedResult, type FeedPage, type FeedResult } from '../../../shared/relay/results.ts';
import { SECOND } from '../../../shared/time.ts';
import { CUSTOMER } from './webhooks.ts';

export type FeedQuestion = {
  readonly after?: string;
  readonly limit?: number;
  readonly wait?: number;
  readonly run?: string | undefined;
  readonly customerId?: number;
  readonly environment?: string;
};

/** Seconds, far longer than any wake-up takes. */
export const LONG = 50;

/**
 * Asks the feed as a laptop does. Rejects where a poll that may wait for so long was not woken before: the time counts
 * from the question alone, so that a busy machine may take as long as it needs for everything else.
 */
export async function askFeed(
  url: string,
  token: string,
  question: FeedQuestion = {},
  signal?: AbortSignal,
): Promise<Response> {
  const parameters = new URLSearchParams({ environment: 'uat', customerId: String(CUSTOMER) });
  for (const [name, value] of Object.entries(question))
    if (value !== undefined) parameters.set(name, String(value));
  const asked = performance.now();
  const answer = await fetch(`${url}/v1/results?${parameters.toString()}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal === undefined ? {} : { signal }),
  });
  if (performance.now() - asked >= LONG * SECOND) throw new Error('the poll waited to its end');
  return answer;
}

/** A page that must be there. */
export async function readPage(url: string, token: string, question: FeedQuestion = {}): Promise<FeedPage> {
  const answer = await askFeed(url, token, question);
  if (answer.status !== 200) throw new Error(`the feed answered ${answer.status}: ${await answer.text()}`);
  return feedPage.parse(await answer.json());
}

/** Reads page after page until the feed says there is no more. */
export async function readAll(
  url: string,
  token: string,
  question: FeedQuestion = {},
): Promise<readonly FeedResult[]> {
  const results: FeedResult[] = [];
  let after = question.after;
  for (;;) {
    const page: FeedPage = await readPage(url, token, {
      ...question,
      ...(after === undefined ? {} : { after }),
    });
    results.push(...page.results.map((result) => feedResult.parse(result)));
    if (page.upToDate) return results;
    after = page.cursor;
  }
}
