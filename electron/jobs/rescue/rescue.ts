import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { MirrorHead } from '../../../shared/relay/rescue.ts';
import { canonicalMirror } from '../../../shared/relay/signing.ts';
import { isGiven } from '../../db/tables/queue/hand-overs.ts';
import { readJob } from '../../db/tables/queue/jobs.ts';
import type { RelayClient } from '../../relay/client.ts';
import { relayActProblemOf, relayProblemOf } from '../../relay/relay-error.ts';
import { parseHandedFile, unreadable, type HandedFile } from '../hand-over/content.ts';
import { laptopCodeOf } from '../hand-over/receiver.ts';
import { learnSigner } from '../hand-over/signature.ts';
import { dryRunTake, takeJob, type Taking } from '../hand-over/take.ts';
import type { JobParts } from '../parts.ts';
import type { CrewKeeper, CrewKey } from './crew-key.ts';
import { contentOfMirror, labelOfMirror, type MirrorLabel, proofOf } from './mirror.ts';

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
