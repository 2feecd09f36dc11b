import {
  LARGEST_PUBLICATION,
  newestPublication,
  publication,
  stalePublication,
  type NewestPublication,
  type NewPublication,
  type Publication,
} from '../../shared/relay/office-documents.ts';
import { ok, type Result } from '../../shared/result.ts';
import { notStored, readAnswer, refusedAs, type NotStored } from './answers.ts';
import type { RelayConnection } from './connection.ts';
import type { ChangesQuery } from './queries.ts';
import type { RelayError } from './relay-error.ts';

/** The outcome of a sent version. `stale`: `newest` is another one; 0 = the relay has none. */
export type PublicationAnswer =
  | { readonly kind: 'kept'; readonly publication: Publication }
  | { readonly kind: 'stale'; readonly newest: number }
  | NotStored;

/** The endpoints of publications. Every call is one request without retries. */
export interface PublicationCalls {
  /** The newest version above `after`; null = a relay without publications. */
  readonly publications: (query: ChangesQuery) => Promise<Result<NewestPublication | null, RelayError>>;
  /** Uploads the next version. Idempotent. */
  readonly sendPublication: (
    next: NewPublication,
    signal?: AbortSignal,
  ) => Promise<Result<PublicationAnswer, RelayError>>;
}

/** The document, and the words around it. */
const LIMIT_BYTES = LARGEST_PUBLICATION + 16 * 1024;

/** The client of these endpoints. */
export function publicationCalls(send: RelayConnection['send']): PublicationCalls {
  return {
    publications: async ({ environment, customerId, after, signal }) => {
      const params = new URLSearchParams({
        environment,
        customerId: String(customerId),
        after: String(after),
      });
      const limits = { waitMs: 0, limitBytes: LIMIT_BYTES, signal };
      const answer = await send(`/v1/publications?${params.toString()}`, [200, 404, 405], limits);
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      return status === 200 ? readAnswer(newestPublication, body, status) : refusedAs(null, answer.value);
    },
    sendPublication: async (next, signal) => {
      const answer = await send(
        '/v1/publications',
        [200, 400, 403, 404, 405, 409, 413, 422],
        { waitMs: 0, limitBytes: LIMIT_BYTES, signal },
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(next) },
      );
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      if (status === 200) {
        const kept = readAnswer(publication, body, status);
        return kept.ok ? ok({ kind: 'kept', publication: kept.value }) : kept;
      }
      const stale = stalePublication.safeParse(body);
      return status === 409 && stale.success
        ? ok({ kind: 'stale', newest: stale.data.newest })
        : notStored(answer.value);
    },
  };
}
