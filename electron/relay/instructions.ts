import {
  instruction,
  instructionPage,
  staleInstruction,
  type Instruction,
  type InstructionPage,
  type NewInstruction,
} from '../../shared/relay/office-documents.ts';
import { ok, type Result } from '../../shared/result.ts';
import { notStored, readAnswer, refusedAs, type NotStored } from './answers.ts';
import type { RelayConnection } from './connection.ts';
import type { ChangesQuery } from './queries.ts';
import type { RelayError } from './relay-error.ts';

/** The outcome of a sent version. `stale`: another one was first; null = the relay has none. */
export type InstructionAnswer =
  | { readonly kind: 'kept'; readonly instruction: Instruction }
  | { readonly kind: 'stale'; readonly current: Instruction | null }
  | NotStored;

/** The endpoints of fitting instructions. Every call is one request without retries. */
export interface InstructionCalls {
  /** A page of changed instructions; null = a relay without them. */
  readonly instructions: (query: ChangesQuery) => Promise<Result<InstructionPage | null, RelayError>>;
  /** Uploads a version, whose files are at the relay. Idempotent. */
  readonly sendInstruction: (
    version: NewInstruction,
    signal?: AbortSignal,
  ) => Promise<Result<InstructionAnswer, RelayError>>;
}

const SMALL_ANSWER_BYTES = 64 * 1024;
/** Upper bound of a page. */
const PAGE_LIMIT_BYTES = 8 * 1024 * 1024;

/** The client of these endpoints. */
export function instructionCalls(send: RelayConnection['send']): InstructionCalls {
  return {
    instructions: async ({ environment, customerId, after, signal }) => {
      const params = new URLSearchParams({
        environment,
        customerId: String(customerId),
        after: String(after),
      });
      const limits = { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal };
      const answer = await send(`/v1/instructions?${params.toString()}`, [200, 404, 405], limits);
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      return status === 200 ? readAnswer(instructionPage, body, status) : refusedAs(null, answer.value);
    },
    sendInstruction: async (version, signal) => {
      const answer = await send(
        '/v1/instructions',
        [200, 400, 403, 404, 405, 409, 413],
        { waitMs: 0, limitBytes: SMALL_ANSWER_BYTES, signal },
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(version),
        },
      );
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      if (status === 200) {
        const kept = readAnswer(instruction, body, status);
        return kept.ok ? ok({ kind: 'kept', instruction: kept.value }) : kept;
      }
      const stale = staleInstruction.safeParse(body);
      return status === 409 && stale.success
        ? ok({ kind: 'stale', current: stale.data.current })
        : notStored(answer.value);
    },
  };
}
