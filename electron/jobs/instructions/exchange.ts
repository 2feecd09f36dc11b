import type { RefusedInstruction } from '../../../shared/domain/office-documents.ts';
import { countingSignatures } from '../../../shared/domain/reviewing.ts';
import type { InstructionId } from '../../../shared/ids.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import type { AttachedFile, AttachmentDigest } from '../../../shared/relay/attachments.ts';
import {
  type Instruction,
  instruction,
  MOST_INSTRUCTION_BYTES,
  newInstruction,
  type NewInstruction,
} from '../../../shared/relay/office-documents.ts';
import { canonicalInstruction } from '../../../shared/relay/signing.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Database, WriteContext } from '../../db/open.ts';
import {
  allInstructions,
  dropInstruction,
  dropInstructionOutbox,
  instructionOutbox,
  type InstructionOutboxRow,
  type InstructionRow,
  nextInstructionOutbox,
  putInstruction,
  readInstruction,
  writeInstructionProblem,
} from '../../db/tables/queue/workshop.ts';
import { isRemoved } from '../../db/tables/queue/word-rows.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import type { RelayClient } from '../../relay/client.ts';
import {
  createOutbox,
  noOutbox,
  type Outbox,
  type OutboxOptions,
  type RefreshKeys,
  createPeriodicReader,
  type RegularReading,
} from '../../relay/exchange.ts';
import type { RelayError } from '../../relay/relay-error.ts';
import { judgeInstruction } from '../../trust/signatures.ts';
import { type AttachedFiles, uploadFiles, fetchFiles } from '../attached-files.ts';

/*
 * Exchanges fitting instructions with the relay. This laptop's versions are sent in the order of writing. Received ones
 * are stored in queue.db, with their files beside it.
 */

interface ExchangeParts extends Omit<OutboxOptions<InstructionOutboxRow>, 'next' | 'bring'> {
  readonly client: Pick<RelayClient, 'instructions' | 'sendInstruction' | 'attachedFile' | 'putPiece'> | null;
  readonly database: Database;
  readonly target: QueueTarget;
  readonly files: AttachedFiles;
  readonly refreshKeys: RefreshKeys;
}

/** Instructions of an open profile. */
export interface InstructionExchange extends RegularReading {
  readonly files: AttachedFiles;
  /** False: no relay is configured, so publishing is impossible. */
  readonly canPublish: boolean;
  /** Sends this laptop's versions. */
  readonly sender: Outbox;
  /** When the relay was last read completely; null = not since the start. */
  readonly readAt: () => Instant | null;
  /** Received versions that were not accepted. */
  readonly refused: () => readonly RefusedInstruction[];
}

/** No request is made before `start`, nor without a relay (`client` null). */
export function createInstructionExchange(parts: ExchangeParts): InstructionExchange {
  const { client, clock, files } = parts;
  if (client === null) {
    return {
      files,
      canPublish: false,
      sender: noOutbox,
      start: () => undefined,
      stop: () => Promise.resolve(),
      wake: () => undefined,
      readAt: () => null,
      refused: () => [],
    };
  }
  const reader = createReader({ ...parts, client });
  const reading = createPeriodicReader({ clock, read: reader.read, onFault: parts.onFault });
  return {
    files,
    canPublish: true,
    sender: createSender({ ...parts, client, onKept: reader.noteSeen }),
    ...reading,
    readAt: reader.readAt,
    refused: () => [...reader.refused.values()],
  };
}

type Connected = ExchangeParts & { readonly client: NonNullable<ExchangeParts['client']> };

function createReader({ client, database, target, files, refreshKeys, clock }: Connected) {
  const { environment, customerId } = target;
  const refused = new Map<InstructionId, RefusedInstruction>();
  /** The position read since the start. Before the first complete read, `seen` collects the ids of all pages. */
  let place = 0;
  let seen: Set<InstructionId> | null = new Set();
  let readAt: Instant | null = null;

  const takeOne = (context: WriteContext, one: Instruction): void => {
    if (one.environment !== environment || one.customerId !== customerId) return;
    seen?.add(one.id);
    const { id, content, publisher } = one;
    const signature = judgeInstruction(context.sqlite, one);
    if (countingSignatures.includes(signature)) refused.delete(id);
    else refused.set(id, { id, title: content?.title ?? '', publisher, signature });
    keepInstruction(context, one);
  };

  /** False: the relay did not answer. */
  const readChanges = async (signal: AbortSignal): Promise<boolean> => {
    for (;;) {
      const answer = await client.instructions({ environment, customerId, after: place, signal });
      // While stopping, the databases may be closing.
      if (!answer.ok || signal.aborted) return false;
      if (answer.value === null) return true;
      const { instructions, cursor, upToDate } = answer.value;
      if (instructions.length > 0) {
        const known = await refreshKeys(signal);
        if (!known.ok || signal.aborted) return false;
      }
      const moved = cursor > place;
      database.write((context) => {
        for (const one of instructions) {
          const read = instruction.safeParse(one);
          if (read.success) takeOne(context, read.data);
        }
        if (upToDate && seen !== null) dropUnseen(context, seen);
      });
      place = cursor;
      if (upToDate || !moved) {
        // A page that neither moves nor is the last one ends this read, which is not complete.
        if (upToDate) {
          seen = null;
          readAt = clock.now();
        }
        return true;
      }
    }
  };

  /** False: a file could not be downloaded. */
  const readFiles = async (signal: AbortSignal): Promise<boolean> => {
    const isComplete = await fetchFiles(
      { client, target },
      {
        files,
        named: namedFiles(database),
        mostBytes: MOST_INSTRUCTION_BYTES,
        onKept: () => database.write((context) => context.changed('instructions')),
      },
      signal,
    );
    if (isComplete) {
      const named = new Set(namedFiles(database).map(({ sha256 }) => sha256));
      await files.prune(named, { now: clock.now(), before: Infinity });
    }
    return isComplete;
  };

  return {
    refused,
    readAt: () => readAt,
    /** The relay has it, although a page that was on its way may lack it. */
    noteSeen: (id: InstructionId) => {
      seen?.add(id);
    },
    read: async (signal: AbortSignal): Promise<boolean> =>
      (await readChanges(signal)) && !signal.aborted && (await readFiles(signal)),
  };
}

/** The files that this laptop's instructions name, including versions in transit; deduplicated. */
export function namedFiles({ sqlite }: Pick<Database, 'sqlite'>): readonly AttachedFile[] {
  const contents = [
    ...allInstructions(sqlite).map((row) => bodyOf(row).content),
    ...instructionOutbox(sqlite).map((row) => ownVersion(row).content),
  ];
  const byDigest = new Map<AttachmentDigest, AttachedFile>();
  for (const file of contents.flatMap((content) => content?.files ?? [])) byDigest.set(file.sha256, file);
  return [...byDigest.values()];
}

/** An instruction as last received from the relay. */
export const bodyOf = ({ body }: Pick<InstructionRow, 'body'>): Instruction =>
  instruction.parse(JSON.parse(body));

/** A version of this laptop that the relay has not accepted. */
export const ownVersion = ({ body }: Pick<InstructionOutboxRow, 'body'>): NewInstruction =>
  newInstruction.parse(JSON.parse(body));

/**
 * Stores an instruction from the relay if a supervisor's laptop signed it and its words were not removed on request. A
 * withdrawn one is deleted. An earlier version than the stored one is left out: a relay that was set back, or a dishonest
 * one, returns it, and so does the answer to a version of this laptop that arrives after a later version was read.
 */
function keepInstruction(context: WriteContext, one: Instruction): void {
  const before = readInstruction(context.sqlite, one.id);
  if (before !== undefined && bodyOf(before).version > one.version) return;
  if (!countingSignatures.includes(judgeInstruction(context.sqlite, one))) return;
  if (isRemoved(context.sqlite, 'instruction', `${one.id} ${one.version}`)) return;
  if (one.content === null) dropInstruction(context, one.id);
  else putInstruction(context, { id: one.id, body: JSON.stringify(one) });
  context.changed('instructions');
}

/** The relay was read completely: a missing instruction was withdrawn. */
function dropUnseen(context: WriteContext, seen: ReadonlySet<InstructionId>): void {
  for (const { id } of allInstructions(context.sqlite)) {
    if (!seen.has(id) && dropInstruction(context, id)) context.changed('instructions');
  }
}

/**
 * The relay's answer to a version of this laptop. `current` is omitted when the answer does not state the present
 * version.
 */
interface Outcome {
  /** The instruction as the relay has it; null = it has none. */
  readonly current?: Instruction | null;
  readonly problem: Problem | null;
}

function createSender(parts: Connected & { readonly onKept: (id: InstructionId) => void }): Outbox {
  const { client, database, keys, target, files, onKept } = parts;

  const ask = async (
    row: InstructionOutboxRow,
    signal: AbortSignal,
  ): Promise<Result<Outcome, RelayError>> => {
    const version = ownVersion(row);
    const brought = await uploadFiles({ client, target }, version.content?.files ?? [], files.piece, signal);
    if (!brought.ok) return brought;
    if (brought.value !== null)
      return ok({ problem: makeProblem('instruction-not-taken', {}, brought.value) });
    if (signal.aborted) return ok({ problem: null });
    const signed = keys.sign(canonicalInstruction(version));
    const answer = await client.sendInstruction({ ...version, signed }, signal);
    if (!answer.ok) return answer;
    switch (answer.value.kind) {
      case 'kept':
        return ok({ current: answer.value.instruction, problem: null });
      case 'stale':
        return ok({ current: answer.value.current, problem: makeProblem('version-stale') });
      case 'not-taken':
        return ok({ problem: makeProblem('instruction-not-taken', {}, answer.value.detail) });
      default:
        return neverReached(answer.value);
    }
  };

  return createOutbox({
    ...parts,
    next: () => nextInstructionOutbox(database.sqlite),
    bring: async (row, signal) => {
      const outcome = await ask(row, signal);
      // While stopping, databases may be closing; the next start sends it again.
      if (!outcome.ok || signal.aborted) return outcome.ok ? ok(undefined) : outcome;
      const { current, problem } = outcome.value;
      if (current !== undefined && current !== null) onKept(current.id);
      database.write((context) => {
        if (problem === null) dropInstructionOutbox(context, row.place);
        else writeInstructionProblem(context, row, JSON.stringify(problem));
        if (current === null) dropInstruction(context, row.instruction);
        else if (current !== undefined) keepInstruction(context, current);
        context.changed('instructions');
      });
      return ok(undefined);
    },
  });
}
