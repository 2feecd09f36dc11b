import { feedPage, feedResult, type FeedPage, type FeedResult } from '../../../shared/relay/results.ts';
import { CUSTOMER } from './webhooks.ts';

export type FeedQuestion = {
  readonly after?: string;
  readonly limit?: number;
  readonly wait?: number;
  readonly run?: string | undefined;
  readonly customerId?: number;
  readonly environment?: string;
};

/** Asks the feed as a laptop does. */
export function askFeed(
  url: string,
  token: string,
  question: FeedQuestion = {},
  signal?: AbortSignal,
): Promise<Response> {
  const parameters = new URLSearchParams({ environment: 'uat', customerId: String(CUSTOMER) });
  for (const [name, value] of Object.entries(question))
    if (value !== undefined) parameters.set(name, String(value));
  return fetch(`${url}/v1/results?${parameters.toString()}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal === undefined ? {} : { signal }),
  });
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
