import { createHash } from 'node:crypto';
import {
  CODE_LENGTH,
  CODE_LETTERS,
  checkOf,
  laptopCode,
  type LaptopCode,
  typedLaptopCode,
} from '../../../shared/relay/access.ts';
import { typedText } from '../../../shared/domain/typed-text.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { HandedSignature } from '../../../shared/domain/trust.ts';
import { canonicalHandOver, canonicalMirror, type HandOverManifest } from '../../../shared/relay/signing.ts';
import type { Sqlite } from '../../db/open.ts';
import { isGiven, lastTurn } from '../../db/tables/queue/hand-overs.ts';
import { chainOfEntry } from '../../db/tables/queue/relay-exchange.ts';
import type { RelayClient } from '../../relay/client.ts';
import { relayProblemOf } from '../../relay/relay-error.ts';
import type { JobParts } from '../change.ts';
import { handOverEntry, newestEntryOfJob } from '../../db/tables/queue/log-entries.ts';
import { judgeLaptop } from '../../trust/signatures.ts';
import { type HandedFile, digestOfContent, type FileSignature, type HandedJob } from './file-format.ts';

/* The laptops of a hand-over: the one that may take the job, and the one that signed it. */

/** The jobs of this laptop, and the relay that grants each turn of a job to one laptop; null = no relay. */
interface Claiming {
  readonly jobs: JobParts;
  readonly claimHandOver: RelayClient['claimHandOver'] | null;
}

/**
 * The code of this laptop in this profile. It is derived from the name of its log, so it is stable while the data
 * exist.
 */
export function laptopCodeOf(sqlite: Sqlite): LaptopCode {
  const digest = createHash('sha256')
    .update(`laptop code of ${chainOfEntry(sqlite, 1).chain}`)
    .digest();
  const letters = [...digest.subarray(0, CODE_LENGTH)]
    .map((byte) => CODE_LETTERS.charAt(byte % CODE_LETTERS.length))
    .join('');
  return laptopCode.parse(`${letters.slice(0, 4)}-${letters.slice(4)}${checkOf(letters)}`);
}

/**
 * The only laptop that may take a job; null = the first that claims it at the relay. ProblemErrors
 * `hand-over-receiver-needed` when neither a relay nor a receiver ensures a single taker, `hand-over-receiver` for an
 * invalid code or this laptop's own code.
 */
export function receiverOf({ jobs, claimHandOver }: Claiming, typed: string | null): LaptopCode | null {
  if (typed === null || typedText(typed) === null) {
    if (claimHandOver === null) throw new ProblemError(makeProblem('hand-over-receiver-needed'));
    return null;
  }
  const code = typedLaptopCode(typed);
  if (code === null || code === laptopCodeOf(jobs.database.sqlite)) {
    throw new ProblemError(makeProblem('hand-over-receiver'));
  }
  return code;
}

/** True when the file contains a job that this laptop handed over and that has not returned. */
export const isFromHere = (sqlite: Sqlite, { job, turn }: HandedFile): boolean =>
  isGiven(sqlite, job.id) && lastTurn(sqlite, job.id) >= turn;

/**
 * Ensures that no other laptop takes the file (docs/decisions/0014-handing-a-job-over.md). The relay grants each turn
 * of a job to one laptop; a file with a receiver is for that laptop only. Taking one's own file back with a reason
 * needs the relay, if one is configured. ProblemError `hand-over-for-another`, `hand-over-taken-elsewhere`,
 * `hand-over-unconfirmed`.
 */
export async function claimTurn({ jobs, claimHandOver }: Claiming, file: HandedFile): Promise<void> {
  const { sqlite } = jobs.database;
  const { environment, customerId } = jobs.target;
  const code = laptopCodeOf(sqlite);
  const own = isFromHere(sqlite, file);
  if (!own && file.receiver !== undefined && file.receiver !== code) {
    throw new ProblemError(makeProblem('hand-over-for-another', { code: file.receiver }));
  }
  const named = file.receiver === code;
  const answer = await claimHandOver?.({
    environment,
    customerId,
    jobId: file.job.id,
    turn: file.turn,
    code,
  });
  if (answer?.ok === false) {
    // The relay may be unreachable in the yard; a file that names its receiver is exclusive without it.
    if (named) return;
    throw new ProblemError(makeProblem('hand-over-unconfirmed', {}, relayProblemOf(answer.error).raw));
  }
  const holder = answer?.value ?? null;
  if (holder === null) {
    if (named || own) return;
    throw new ProblemError(makeProblem('hand-over-unconfirmed'));
  }
  if (!holder.own) {
    throw new ProblemError(makeProblem('hand-over-taken-elsewhere', { laptop: holder.laptop }));
  }
}

/** The origin of a hand-over file. */
export interface Origin {
  readonly signature: HandedSignature;
  /** The laptop whose key signed it; '' = not proven. */
  readonly laptop: string;
}

/** The giver's signature over the content and over its log entry of the hand-over. */
export function signContent(
  { database, sign }: Pick<JobParts, 'database' | 'sign'>,
  content: HandedJob,
): FileSignature {
  const { sqlite } = database;
  const { number, hash } = handOverEntry(sqlite, content.job.id, content.turn);
  const { chain } = chainOfEntry(sqlite, number);
  const entry = { number, hash };
  const manifest = manifestOf(content, { content: digestOfContent(content), chain, entry });
  return { ...sign(canonicalHandOver(manifest)), chain, entry };
}

/** This laptop's signature over a mirror, and over the newest log entry of the job. */
export function signMirror(
  { database, sign }: Pick<JobParts, 'database' | 'sign'>,
  content: HandedJob,
): FileSignature {
  const { sqlite } = database;
  const entry = newestEntryOfJob(sqlite, content.job.id);
  const { chain } = chainOfEntry(sqlite, entry.number);
  const manifest = manifestOf(content, { content: digestOfContent(content), chain, entry });
  return { ...sign(canonicalMirror(manifest)), chain, entry };
}

/**
 * The trust of this laptop in a file's signature. A signature proves the giver's statement only, never the operator's
 * answers. ProblemError `hand-over-forged` when the content differs from the signed one.
 */
export function originOf(sqlite: Sqlite, file: HandedFile, canonical = canonicalHandOver): Origin {
  const { signed, digest } = file;
  if (signed === undefined) return { signature: 'unsigned', laptop: '' };
  const { chain, entry } = signed;
  const { state, by } = judgeLaptop(
    sqlite,
    canonical(manifestOf(file, { content: digest, chain, entry })),
    signed,
  );
  if (state === 'wrong') throw new ProblemError(makeProblem('hand-over-forged'));
  return { signature: state, laptop: state === 'verified' && by !== null ? by.laptop : '' };
}

/**
 * Fetches the laptops' keys when the signer of the file is unknown, because it may have registered at the relay since.
 * A failure does not stop the hand-over.
 */
export async function learnSigner(
  { jobs, readKeys }: { readonly jobs: Pick<JobParts, 'database'>; readonly readKeys: () => Promise<void> },
  file: HandedFile,
  canonical = canonicalHandOver,
): Promise<void> {
  if (originOf(jobs.database.sqlite, file, canonical).signature === 'unknown-key') await readKeys();
}

function manifestOf(
  { environment, customerId, turn, job }: HandedJob,
  signed: { readonly content: string } & Pick<FileSignature, 'chain' | 'entry'>,
): HandOverManifest {
  return { environment, customerId, jobId: job.id, turn, ...signed };
}
