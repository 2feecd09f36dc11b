import {
  instruction,
  instructionPage,
  staleInstruction,
  type Instruction,
  type InstructionPage,
  type NewInstruction,
  LARGEST_PUBLICATION,
  newestPublication,
  publication,
  stalePublication,
  type NewestPublication,
  type NewPublication,
  type Publication,
} from '../../shared/relay/office-documents.ts';
import { ok, type Result } from '../../shared/result.ts';
import { type AttachmentType, LARGEST_ATTACHED_FILE } from '../../shared/relay/attachments.ts';
import { MINUTE } from '../../shared/time.ts';
import {
  notStored,
  readAnswer,
  refusedAs,
  type NotStored,
  fileAnswer,
  type ChangesQuery,
  type AttachmentQuery,
} from './queries-and-answers.ts';
import type { RelayConnection } from './connection.ts';
import type { RelayError } from './relay-error.ts';

/* The endpoints of what the office publishes: fitting instructions, publications, and the files of both. */

/** The outcome of a sent version of an instruction. `stale`: another one was first; null = the relay has none. */
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
/** Upper bound of a page of instructions. */
const PAGE_LIMIT_BYTES = 8 * 1024 * 1024;

/** The client of the endpoints of instructions. */
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

/** The outcome of a sent publication. `stale`: `newest` is another one; 0 = the relay has none. */
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
const DOCUMENT_LIMIT_BYTES = LARGEST_PUBLICATION + 16 * 1024;

/** The client of the endpoints of publications. */
export function publicationCalls(send: RelayConnection['send']): PublicationCalls {
  return {
    publications: async ({ environment, customerId, after, signal }) => {
      const params = new URLSearchParams({
        environment,
        customerId: String(customerId),
        after: String(after),
      });
      const limits = { waitMs: 0, limitBytes: DOCUMENT_LIMIT_BYTES, signal };
      const answer = await send(`/v1/publications?${params.toString()}`, [200, 404, 405], limits);
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      return status === 200 ? readAnswer(newestPublication, body, status) : refusedAs(null, answer.value);
    },
    sendPublication: async (next, signal) => {
      const answer = await send(
        '/v1/publications',
        [200, 400, 403, 404, 405, 409, 413, 422],
        { waitMs: 0, limitBytes: DOCUMENT_LIMIT_BYTES, signal },
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

/** The endpoint of files that are shown to installers. One request without retries. */
export interface AttachedFileCalls {
  /**
   * A whole file of an instruction in force or of a publication, with its digest verified; null = the relay does not
   * have it.
   */
  readonly attachedFile: (
    query: AttachmentQuery,
  ) => Promise<Result<{ readonly mediaType: AttachmentType; readonly bytes: Buffer } | null, RelayError>>;
}

/** Added to the usual timeout: a file over a poor mobile connection. */
const DOWNLOAD_MS = MINUTE;

/** The client of the endpoint of files. */
export function attachedFileCalls(readFile: RelayConnection['readFile']): AttachedFileCalls {
  return {
    attachedFile: async ({ environment, customerId, sha256, signal }) => {
      const params = new URLSearchParams({ environment, customerId: String(customerId) });
      const limits = { waitMs: DOWNLOAD_MS, limitBytes: LARGEST_ATTACHED_FILE, signal };
      const answer = await readFile(`/v1/attached-files/${sha256}?${params.toString()}`, limits);
      if (!answer.ok) {
        const { code, status } = answer.error;
        return code === 'rejected' && status === 404 ? ok(null) : answer;
      }
      return fileAnswer(answer.value, sha256);
    },
  };
}
