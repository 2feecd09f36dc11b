import { z } from 'zod';
import { jobKind, stepName } from '../../../shared/domain/job-steps.ts';
import type { LaptopCode } from '../../../shared/relay/access.ts';
import type { JobId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/parsing.ts';
import { LONGEST_CONTENT, type MirrorHead, type NewMirror } from '../../../shared/relay/rescue.ts';
import { instant } from '../../../shared/time.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { canonicalMirror } from '../../../shared/relay/signing.ts';
import { lastTurn, isGiven } from '../../db/tables/queue/hand-overs.ts';
import { draftsOf, readJob } from '../../db/tables/queue/jobs.ts';
import { operationsOfJob } from '../../db/tables/queue/operations.ts';
import type { RelayClient } from '../../relay/client.ts';
import { relayActProblemOf, relayProblemOf } from '../../relay/relay-error.ts';
import { loadJob, type JobParts } from '../change.ts';
import { contentOf, planOf } from '../hand-over/give.ts';
import { signMirror, learnSigner, laptopCodeOf } from '../hand-over/parties.ts';
import { viewJob } from '../view.ts';
import { parseHandedFile, unreadable, type HandedFile } from '../hand-over/file-format.ts';
import { dryRunTake, takeJob, type Taking } from '../hand-over/take.ts';
import { type CrewKey, sealForCrew, unsealForCrew, versionOf, type CrewKeeper } from './crew-key.ts';

/*
 * The encrypted copy of an unfinished job for the laptops of its crew, and the job's continuation from it. The ciphertext is bound to its job, turn,
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
type MirrorLabel = z.infer<typeof mirrorLabel>;

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
function labelOfMirror(parts: JobParts, key: CrewKey, head: MirrorHead): MirrorLabel | null {
  const text = unsealForCrew(key, 'label', aboutOf(parts.target, head), head.label);
  return text === null ? null : (mirrorLabel.safeParse(readJson(text)).data ?? null);
}

/** The content of another laptop's mirror as text; null = another crew's. */
function contentOfMirror(parts: JobParts, key: CrewKey, head: MirrorHead, content: string): string | null {
  return unsealForCrew(key, 'content', aboutOf(parts.target, head), content);
}

const proof = z.object({ by: words });

/** The proof that a laptop of the crew continues the job, with its worker's name, for the crew's other laptops. */
function proofOf(
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

/** The dependencies of continuing other laptops' jobs. */
export interface RescueParts {
  readonly jobs: JobParts;
  readonly crew: CrewKeeper;
  /** Null = there is no relay. */
  readonly relay: Pick<RelayClient, 'mirrors' | 'mirror' | 'claimRescue'> | null;
  readonly readKeys: () => Promise<void>;
}

function required({ crew, relay }: RescueParts): { key: CrewKey; relay: NonNullable<RescueParts['relay']> } {
  const key = crew.current();
  if (key === null || relay === null) throw new ProblemError(makeProblem('crew-key-missing'));
  return { key, relay };
}

/** A job of a silent laptop. `label` null = of another crew. */
interface ListedMirror extends Pick<MirrorHead, 'jobId' | 'turn' | 'laptop' | 'keptAt' | 'seenAt'> {
  readonly label: MirrorLabel | null;
}

/** The jobs of silent laptops, newest first. ProblemError `crew-key-missing`, those of the relay. */
export async function listMirrors(parts: RescueParts): Promise<readonly ListedMirror[]> {
  const { key, relay } = required(parts);
  const { jobs } = parts;
  const { sqlite } = jobs.database;
  const { environment, customerId } = jobs.target;
  const answer = await relay.mirrors({ environment, customerId, code: laptopCodeOf(sqlite) });
  if (!answer.ok) throw new ProblemError(relayActProblemOf(answer.error));
  return answer.value
    .filter(({ jobId }) => readJob(sqlite, jobId) === undefined || isGiven(sqlite, jobId))
    .map((head) => ({ ...head, label: labelOfMirror(jobs, key, head) }));
}

/**
 * Continues a silent laptop's job: the relay grants its turn to this laptop, then the job is taken over as from a file,
 * with every open operation in doubt. ProblemErrors `crew-key-missing`, `rescue-gone`, `rescue-other-crew`,
 * `rescue-alive`, `hand-over-taken-elsewhere`, `hand-over-unconfirmed`, those of `takeJob`.
 */
export async function rescueJob(
  parts: RescueParts,
  { jobId, turn, mayRestore }: { readonly jobId: JobId; readonly turn: number } & Pick<Taking, 'mayRestore'>,
): Promise<JobId> {
  const { key, relay } = required(parts);
  const { jobs } = parts;
  const { environment, customerId } = jobs.target;
  const code = laptopCodeOf(jobs.database.sqlite);
  const found = await relay.mirror({ environment, customerId, code, jobId, turn });
  if (!found.ok) throw new ProblemError(relayActProblemOf(found.error));
  if (found.value === null) throw new ProblemError(makeProblem('rescue-gone'));
  const text = contentOfMirror(jobs, key, found.value, found.value.content);
  if (text === null) throw new ProblemError(makeProblem('rescue-other-crew'));
  const file = mirroredFile(text, { jobId, turn });
  const taking = { mayRestore, rescues: true };
  await dryRunTake(jobs, file, taking);
  await claim(parts, relay, { jobId, turn, code, proof: proofOf(jobs, key, { jobId, turn, code }) });
  await learnSigner(parts, file, canonicalMirror);
  return await takeJob(jobs, file, taking);
}

/** A mirror is always signed, and must be of the requested job and turn. */
function mirroredFile(text: string, of: { readonly jobId: JobId; readonly turn: number }): HandedFile {
  const file = parseHandedFile(text);
  if (file.job.id !== of.jobId || file.turn !== of.turn || file.signed === undefined) throw unreadable(null);
  return file;
}

async function claim(
  { jobs }: RescueParts,
  relay: NonNullable<RescueParts['relay']>,
  claimed: Omit<Parameters<RelayClient['claimRescue']>[0], 'environment' | 'customerId'>,
): Promise<void> {
  const { environment, customerId } = jobs.target;
  const answer = await relay.claimRescue({ environment, customerId, ...claimed });
  if (!answer.ok) {
    throw new ProblemError(makeProblem('hand-over-unconfirmed', {}, relayProblemOf(answer.error).raw));
  }
  switch (answer.value) {
    case 'not-found':
      throw new ProblemError(makeProblem('rescue-gone'));
    case 'laptop-alive':
      throw new ProblemError(makeProblem('rescue-alive'));
    default:
      if (!answer.value.own) {
        const { laptop } = answer.value;
        throw new ProblemError(makeProblem('hand-over-taken-elsewhere', { laptop }));
      }
  }
}
