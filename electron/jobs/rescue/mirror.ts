import { z } from 'zod';
import { jobKind, stepName } from '../../../shared/domain/job-steps.ts';
import type { LaptopCode } from '../../../shared/domain/laptop-code.ts';
import type { JobId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/parsing.ts';
import { LONGEST_CONTENT, type MirrorHead, type NewMirror } from '../../../shared/relay/rescue.ts';
import { instant } from '../../../shared/time.ts';
import { lastTurn } from '../../db/tables/queue/hand-overs.ts';
import { draftsOf } from '../../db/tables/queue/jobs.ts';
import { operationsOfJob } from '../../db/tables/queue/operations.ts';
import { loadJob } from '../change.ts';
import { contentOf, planOf } from '../hand-over/job-content.ts';
import { signMirror } from '../hand-over/signature.ts';
import type { JobParts } from '../parts.ts';
import { viewJob } from '../view.ts';
import { type CrewKey, sealForCrew, unsealForCrew, versionOf } from './crew-key.ts';

/*
 * The encrypted copy of an unfinished job for the laptops of its crew. The ciphertext is bound to its job, turn,
 * laptop, customer and environment.
 */

const words = z.string().max(200);

/** The facts of a mirrored job for another laptop's list. */
const mirrorLabel = z.object({
  kind: jobKind,
  worker: words,
  /** Plate or name; '' = no car was chosen. */
  car: words,
  step: stepName,
  startedAt: instant,
  /** Number of operations that had not ended; the laptop may have sent them since. */
  open: z.number().int().nonnegative(),
  /** The end of a test access that may still exist; the operator ends it then. */
  testUntil: instant.nullable(),
});
export type MirrorLabel = z.infer<typeof mirrorLabel>;

/** The subject to which a ciphertext is bound: job, turn, laptop, customer and environment. */
const aboutOf = (
  { environment, baseUrl, customerId }: JobParts['target'],
  { jobId, turn, code }: { readonly jobId: JobId; readonly turn: number; readonly code: LaptopCode },
): readonly unknown[] => [environment, baseUrl, customerId, jobId, turn, code];

const bounded = (text: string): string => text.slice(0, 200).toWellFormed();

/**
 * The present mirror of a job; null if it is too large. Equal states give equal versions. Photos are not included: the
 * mirror contains their digests.
 */
export function mirrorOf(parts: JobParts, key: CrewKey, code: LaptopCode, job: JobId): NewMirror | null {
  const { sqlite } = parts.database;
  const { environment, baseUrl, customerId } = parts.target;
  const { row, data } = loadJob(sqlite, job);
  const turn = lastTurn(sqlite, job) + 1;
  const operations = operationsOfJob(sqlite, job);
  const content = contentOf({
    envelope: {
      environment,
      baseUrl,
      customerId,
      turn,
      by: row.worker,
      at: row.updated_at,
      drafts: Object.fromEntries(draftsOf(sqlite, job)),
      ...planOf(sqlite, job),
    },
    sqlite,
    row,
    data,
    operations,
  });
  const view = viewJob({ ...parts, connection: () => ({ state: 'untried' }) }, job);
  const label: MirrorLabel = {
    kind: row.kind,
    worker: bounded(row.worker),
    car: bounded(view.car?.licensePlate ?? view.car?.name ?? ''),
    step: view.step,
    startedAt: row.started_at,
    open: view.unfinished,
    testUntil: view.kind === 'removal' || !view.testAccessOpen ? null : view.verification.end,
  };
  const about = aboutOf(parts.target, { jobId: job, turn, code });
  const file = JSON.stringify({ ...content, pictures: [], signed: signMirror(parts, content) });
  const sealed = sealForCrew(key, 'content', about, file);
  if (sealed.length > LONGEST_CONTENT) return null;
  return {
    environment,
    customerId,
    jobId: job,
    turn,
    code,
    version: versionOf(key, JSON.stringify([content, label])),
    label: sealForCrew(key, 'label', about, JSON.stringify(label)),
    content: sealed,
  };
}

/** The label of another laptop's mirror; null = another crew's, or unreadable. */
export function labelOfMirror(parts: JobParts, key: CrewKey, head: MirrorHead): MirrorLabel | null {
  const text = unsealForCrew(key, 'label', aboutOf(parts.target, head), head.label);
  return text === null ? null : (mirrorLabel.safeParse(readJson(text)).data ?? null);
}

/** The content of another laptop's mirror as text; null = another crew's. */
export function contentOfMirror(
  parts: JobParts,
  key: CrewKey,
  head: MirrorHead,
  content: string,
): string | null {
  return unsealForCrew(key, 'content', aboutOf(parts.target, head), content);
}

const proof = z.object({ by: words });

/** The proof that a laptop of the crew continues the job, with its worker's name, for the crew's other laptops. */
export function proofOf(
  parts: JobParts,
  key: CrewKey,
  turn: { readonly jobId: JobId; readonly turn: number; readonly code: LaptopCode },
): string {
  const text = JSON.stringify({ by: bounded(parts.worker()) });
  return sealForCrew(key, 'proof', aboutOf(parts.target, turn), text);
}

/** Reads a proof; null = no laptop of this crew has written it for this turn. */
export function readProof(
  parts: JobParts,
  key: CrewKey,
  turn: { readonly jobId: JobId; readonly turn: number; readonly code: LaptopCode; readonly proof: string },
): { readonly by: string } | null {
  const text = unsealForCrew(key, 'proof', aboutOf(parts.target, turn), turn.proof);
  return text === null ? null : (proof.safeParse(readJson(text)).data ?? null);
}
