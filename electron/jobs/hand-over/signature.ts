import type { HandedSignature } from '../../../shared/domain/trust.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { canonicalHandOver, canonicalMirror, type HandOverManifest } from '../../../shared/relay/signing.ts';
import type { Sqlite } from '../../db/open.ts';
import { chainOfEntry } from '../../db/tables/queue/relay-exchange.ts';
import { handOverEntry, newestEntryOfJob } from '../../db/tables/queue/log-entries.ts';
import { judgeLaptop } from '../../trust/judge.ts';
import type { JobParts } from '../parts.ts';
import { digestOfContent, type FileSignature, type HandedFile, type HandedJob } from './file-format.ts';

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
