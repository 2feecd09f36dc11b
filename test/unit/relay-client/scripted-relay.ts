import type { RelayClient, ResultsAnswer } from '../../../electron/relay/client.ts';
import type { ResultsQuery } from '../../../electron/relay/queries-and-answers.ts';
import { relayError, type RelayError } from '../../../electron/relay/relay-error.ts';
import { err, ok, type Result } from '../../../shared/result.ts';

/** A relay client of which the test answers each question by hand. */
export interface ScriptedRelay extends Pick<RelayClient, 'results' | 'reviews'> {
  /** Every question so far. */
  readonly asked: readonly ResultsQuery[];
  /** True while a question is open. */
  readonly isAsked: () => boolean;
  readonly answer: (answer: Result<ResultsAnswer, RelayError>) => void;
}

/** Answers `aborted` when the asker gives up, as the real client does. */
export function scriptedRelay(): ScriptedRelay {
  const asked: ResultsQuery[] = [];
  let open: ((answer: Result<ResultsAnswer, RelayError>) => void) | null = null;
  return {
    asked,
    isAsked: () => open !== null,
    answer: (answer) => {
      if (open === null) throw new Error('nothing is asked');
      const resolve = open;
      open = null;
      resolve(answer);
    },
    reviews: () => Promise.resolve(err(relayError('unreachable', 'no reviews here'))),
    results: (query) =>
      new Promise((resolve) => {
        asked.push(query);
        open = resolve;
        query.signal?.addEventListener('abort', () => {
          open = null;
          resolve(err(relayError('aborted', 'given up')));
        });
      }),
  };
}

export const EPOCH = '00112233aabbccdd';

/** A page up to `sequence`. */
export function page(
  sequence: number,
  more: Partial<{ results: unknown[]; upToDate: boolean; lastReceivedAt: number | null; run: string }> = {},
): Result<ResultsAnswer, RelayError> {
  const { results = [], upToDate = true, lastReceivedAt = null, run } = more;
  const cursor = `${EPOCH}.${sequence}`;
  return ok({ kind: 'page', page: { results, cursor, upToDate, lastReceivedAt, run } });
}

/** The news that the cursor is void, with the one to go on at. */
export function reset(sequence: number): Result<ResultsAnswer, RelayError> {
  return ok({ kind: 'reset', reset: { reset: 'other-epoch', cursor: `${EPOCH}.${sequence}` } });
}
