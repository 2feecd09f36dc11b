import {
  type InstructionSubject,
  type InstructionView,
  type ManagedInstruction,
  matching,
} from '../../../shared/domain/office-documents.ts';
import type { InstructionId, JobId } from '../../../shared/ids.ts';
import { problem, makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { AttachmentDigest, AttachedFile } from '../../../shared/relay/attachments.ts';
import { newInstruction, type InstructionContent } from '../../../shared/relay/office-documents.ts';
import type { Database, Sqlite, WriteContext } from '../../db/open.ts';
import {
  allInstructions,
  instructionBodiesWith,
  instructionOutbox,
  dropRefusedInstructionOutbox,
  insertInstructionOutbox,
} from '../../db/tables/queue/workshop.ts';
import { loadJob, type JobParts } from '../change.ts';
import type { JobData } from '../job-data.ts';
import type { AttachedFiles } from '../attached-files.ts';
import { bodyOf, ownVersion, type InstructionExchange } from './exchange.ts';

/* The fitting instructions of this laptop: lists for screens, and a supervisor's writes. */

/** All instructions by brand, model, key and title. This laptop's versions in transit replace those of the relay. */
export function listInstructions(sqlite: Sqlite): readonly ManagedInstruction[] {
  const found = new Map<InstructionId, ManagedInstruction>();
  for (const row of allInstructions(sqlite)) {
    const { id, version, content, worker, receivedAt } = bodyOf(row);
    found.set(id, { id, version, content, worker, at: receivedAt, onItsWay: false, problem: null });
  }
  for (const row of instructionOutbox(sqlite)) {
    const { id, basedOn, content, worker } = ownVersion(row);
    const before = found.get(id);
    const refused = row.problem === null ? null : problem.parse(JSON.parse(row.problem));
    if (refused === null) {
      found.set(id, { id, version: basedOn + 1, content, worker, at: null, onItsWay: true, problem: null });
    } else {
      // The relay's version stays visible; without one, the refused version is shown.
      const shown = before ?? { id, version: 0, content, worker, at: null, onItsWay: false };
      found.set(id, { ...shown, problem: refused });
    }
  }
  return [...found.values()].toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)));
}

const orderOf = ({ content }: ManagedInstruction): string =>
  content === null ? '' : [content.brand, content.model, content.key, content.title].join('\0');

/** One instruction by its id; undefined = not on this laptop. */
const managedOf = (sqlite: Sqlite, id: InstructionId): ManagedInstruction | undefined =>
  listInstructions(sqlite).find((one) => one.id === id);

/** The instructions for a job's car and key, best match first. ProblemError `not-found`. */
export function instructionsOfJob(
  { sqlite }: Pick<Database, 'sqlite'>,
  files: Pick<AttachedFiles, 'has'>,
  job: JobId,
): InstructionView[] {
  const inForce = listInstructions(sqlite).flatMap(({ content, ...one }) =>
    one.version > 0 && content !== null ? [{ ...one, content }] : [],
  );
  return matching(inForce, subjectOf(loadJob(sqlite, job).data)).map(
    ({ id, version, match, content, worker, at }) => ({
      id,
      version,
      match,
      worker,
      at,
      content: {
        ...content,
        files: content.files.map((file) => ({ ...file, here: files.has(file.sha256) })),
      },
    }),
  );
}

/** The car and key by which instructions are selected. A removal has no key. */
function subjectOf(data: JobData): InstructionSubject {
  const key = data.kind === 'removal' ? null : data.key;
  return {
    brand: data.car?.brand ?? key?.brand ?? null,
    model: data.car?.model ?? null,
    key: key?.keyFormName ?? null,
  };
}

/** A file that an instruction of this laptop names; undefined for other files, which the window may not read. */
export const fileNamed = (
  { sqlite }: Pick<Database, 'sqlite'>,
  digest: AttachmentDigest,
): AttachedFile | undefined =>
  instructionBodiesWith(sqlite, digest)
    .flatMap((body) => ownVersion({ body }).content?.files ?? [])
    .find(({ sha256 }) => sha256 === digest);

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
