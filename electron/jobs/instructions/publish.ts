import type { InstructionId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { newInstruction, type InstructionContent } from '../../../shared/relay/office-documents.ts';
import type { WriteContext } from '../../db/open.ts';
import { dropRefusedInstructionOutbox, insertInstructionOutbox } from '../../db/tables/queue/workshop.ts';
import type { JobParts } from '../parts.ts';
import type { InstructionExchange } from './exchange.ts';
import type { AttachedFiles } from '../attached-files.ts';
import { managedOf } from './view.ts';

/*
 * A supervisor's writes of fitting instructions. Each is one transaction with its log entry, and is sent to the relay
 * later.
 */

type Parts = Pick<JobParts, 'database' | 'target' | 'ids' | 'log' | 'worker'>;

type Publishing = Pick<InstructionExchange, 'canPublish'>;

const LONGEST_WORKER = 200;

/**
 * Publishes an instruction or a new version of it. It is signed, and sent once the relay is reachable. ProblemErrors
 * `office-needs-relay`, `version-stale`, `not-found` for a file that is not on this laptop, `input-invalid`.
 */
export function publishInstruction(
  parts: Parts,
  { canPublish, files }: Publishing & { readonly files: Pick<AttachedFiles, 'has'> },
  given: {
    /** Null = a new instruction. */
    readonly id: InstructionId | null;
    /** The displayed version; 0 = a new instruction. */
    readonly basedOn: number;
    readonly content: InstructionContent;
  },
): InstructionId {
  if (!given.content.files.every(({ sha256 }) => files.has(sha256))) {
    throw new ProblemError(makeProblem('not-found'));
  }
  const id = given.id ?? parts.ids.instruction();
  const { brand, model, key, title, note, files: named } = given.content;
  parts.database.write((context) => {
    queueVersion(parts, canPublish, context, { ...given, id });
    const digests = named.map(({ sha256 }) => sha256).join(' ');
    const data = { instruction: id, basedOn: given.basedOn, brand, model, key, title, note, files: digests };
    parts.log.append(context, { job: null, type: 'instruction-published', data });
  });
  return id;
}

/** Withdraws an instruction from all laptops. ProblemErrors of `publishInstruction`. */
export function withdrawInstruction(
  parts: Parts,
  { canPublish }: Publishing,
  { id, basedOn }: { readonly id: InstructionId; readonly basedOn: number },
): void {
  parts.database.write((context) => {
    queueVersion(parts, canPublish, context, { id, basedOn, content: null });
    parts.log.append(context, {
      job: null,
      type: 'instruction-withdrawn',
      data: { instruction: id, basedOn },
    });
  });
}

function queueVersion(
  { target, worker }: Parts,
  canPublish: boolean,
  context: WriteContext,
  said: {
    readonly id: InstructionId;
    readonly basedOn: number;
    readonly content: InstructionContent | null;
  },
): void {
  if (!canPublish) throw new ProblemError(makeProblem('office-needs-relay'));
  const { environment, customerId } = target;
  const by = worker().replaceAll('\0', '').slice(0, LONGEST_WORKER).toWellFormed();
  const read = newInstruction.safeParse({ ...said, environment, customerId, worker: by });
  if (!read.success) {
    const field = read.error.issues[0]?.path.join('.') ?? 'instruction';
    throw new ProblemError(makeProblem('input-invalid', { field }));
  }
  const known = managedOf(context.sqlite, said.id)?.version ?? 0;
  if (known !== said.basedOn) throw new ProblemError(makeProblem('version-stale'));
  dropRefusedInstructionOutbox(context, said.id);
  insertInstructionOutbox(context, { instruction: said.id, body: JSON.stringify(read.data) });
  context.changed('instructions');
}
