import {
  type InstructionSubject,
  type InstructionView,
  type ManagedInstruction,
  matching,
} from '../../../shared/domain/office-documents.ts';
import type { InstructionId, JobId } from '../../../shared/ids.ts';
import { problem } from '../../../shared/problem.ts';
import type { AttachmentDigest, AttachedFile } from '../../../shared/relay/attachments.ts';
import type { Database, Sqlite } from '../../db/open.ts';
import { allInstructions, instructionBodiesWith, instructionOutbox } from '../../db/tables/queue/workshop.ts';
import { loadJob } from '../change.ts';
import type { JobData } from '../job-data.ts';
import { bodyOf, ownVersion } from './exchange.ts';
import type { AttachedFiles } from '../attached-files.ts';

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
export const managedOf = (sqlite: Sqlite, id: InstructionId): ManagedInstruction | undefined =>
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
