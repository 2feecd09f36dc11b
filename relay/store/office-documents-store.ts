import { z } from 'zod';
import { instructionId } from '../../shared/ids.ts';
import { bytesOfFiles } from '../../shared/relay/attachments.ts';
import {
  instruction,
  MOST_INSTRUCTION_BYTES,
  MOST_INSTRUCTIONS,
  type Instruction,
  type NewInstruction,
  publication,
  type NewPublication,
  type Publication,
} from '../../shared/relay/office-documents.ts';
import type { Instant } from '../../shared/time.ts';
import { ROW_BYTES, type PageRead } from './budgets.ts';
import type { FeedKey } from './results-store.ts';

/** A version of an instruction from a supervisor's token. */
export type InstructionToKeep = NewInstruction & {
  readonly tokenId: number;
  readonly publisher: string;
  readonly receivedAt: Instant;
};

/**
 * `stale`: another version came first; null = the store has no version of this instruction. `full`: the customer
 * has reached the limit of instructions, or of the bytes of their files. `file-missing`: a named file is not complete at
 * the relay, or has another size or type.
 */
export type InstructionKeeping =
  | { readonly kind: 'kept'; readonly instruction: Instruction }
  | { readonly kind: 'stale'; readonly current: Instruction | null }
  | { readonly kind: 'full' | 'file-missing' | 'over-quota' };

/** Changes after a sequence. */
export type InstructionQuery = FeedKey & { readonly after: number; readonly limit: number };

/** Fitting instructions, which supervisors publish. Their files are attachments. */
export type InstructionsStore = {
  /**
   * Durable when it resolves; of two versions based on the same one, the first is kept. The age of its files is set to
   * zero.
   */
  readonly keepInstruction: (version: InstructionToKeep) => Promise<InstructionKeeping>;
  /** At most `limit` changes, oldest first. */
  readonly readInstructions: (query: InstructionQuery) => Promise<PageRead<Instruction>>;
  /** Drops at most `limit` instructions that were withdrawn before the instant. Returns the number dropped. */
  readonly deleteWithdrawnBefore: (before: Instant, limit: number) => Promise<number>;
};

/** An instruction as the store keeps it, without its place in the order of changes. */
const keptInstruction = instruction.omit({ sequence: true });
export type KeptInstruction = z.infer<typeof keptInstruction>;

/** SQLite gives numbers; PostgreSQL gives its bigints as text. */
const whole = z.coerce.number().int();

/** A row of either store. */
export const instructionRow = z
  .object({
    sequence: whole,
    id: instructionId,
    body: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(keptInstruction),
  })
  .transform(({ sequence, body }): Instruction => ({ ...body, sequence }));

/** The count of a customer's other instructions in force, and the bytes of their files. */
export const inForceRow = z.object({ count: whole, bytes: whole });

/** `repeat`: the store has this version already. */
type Versioned =
  { readonly kind: 'fresh'; readonly body: KeptInstruction } | { readonly kind: 'repeat' | 'stale' | 'full' };

/** The instruction after a version. Both stores call this rule in the transaction that stores the result. */
export function versioned(
  before: Instruction | null,
  given: InstructionToKeep,
  others: z.infer<typeof inForceRow>,
): Versioned {
  const { tokenId: _token, ...said } = given;
  if (before !== null && isRepeat(before, given)) return { kind: 'repeat' };
  if (given.basedOn !== (before?.version ?? 0)) return { kind: 'stale' };
  if (given.content !== null) {
    const bytes = others.bytes + bytesOfFiles(given.content.files);
    if (others.count >= MOST_INSTRUCTIONS || bytes > MOST_INSTRUCTION_BYTES) return { kind: 'full' };
  }
  return { kind: 'fresh', body: { ...said, version: given.basedOn + 1 } };
}

/** A retry after a lost answer: the same words, based on the same version. */
const isRepeat = (before: Instruction, { basedOn, content, worker }: InstructionToKeep): boolean =>
  before.basedOn === basedOn &&
  before.worker === worker &&
  JSON.stringify(before.content) === JSON.stringify(content);

/** Bytes of an instruction on a page. */
export const bytesOnPage = (one: Instruction): number => ROW_BYTES + Buffer.byteLength(JSON.stringify(one));

/** A version from an administrator's token, with a verified signature. */
export type PublicationToKeep = NewPublication & {
  readonly tokenId: number;
  readonly publisher: string;
  readonly receivedAt: Instant;
};

/**
 * `stale`: it does not follow the newest version; 0 = the store has none. `file-missing`: a named file is not complete at
 * the relay, or has another size or type.
 */
export type PublicationKeeping =
  | { readonly kind: 'kept'; readonly publication: Publication }
  | { readonly kind: 'stale'; readonly newest: number }
  | { readonly kind: 'file-missing' | 'over-quota' };

/** Publications, which administrators sign. No version is changed or deleted. */
export type PublicationsStore = {
  /**
   * Durable when it resolves; of two versions with one number, the first is kept. The age of its files is set to zero.
   */
  readonly keepPublication: (given: PublicationToKeep) => Promise<PublicationKeeping>;
  /** The newest version; null = there is none. */
  readonly readPublication: (feed: FeedKey) => Promise<Publication | null>;
};

/** A row of either store. */
export const publicationRow = z
  .object({
    body: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(publication),
  })
  .transform(({ body }) => body);

/** `repeat`: the store has this version already. */
type Numbered =
  { readonly kind: 'fresh'; readonly body: Publication } | { readonly kind: 'repeat' | 'stale' };

/** Decides about a version. Both stores call this rule in the transaction that stores the result. */
export function numbered(before: Publication | null, given: PublicationToKeep): Numbered {
  const { tokenId: _token, files: _files, ...body } = given;
  if (before === null) return { kind: 'fresh', body };
  if (given.version === before.version && isSame(before, given)) return { kind: 'repeat' };
  return given.version === before.version + 1 ? { kind: 'fresh', body } : { kind: 'stale' };
}

/** A retry after a lost answer. */
const isSame = (before: Publication, { document, signed }: PublicationToKeep): boolean =>
  before.document === document && before.signed?.signature === signed.signature;
