import { carId } from '../../shared/ids.ts';
import type { AnsweredItem, JobPhoto, SupervisionJob } from '../../shared/domain/supervision-job.ts';
import { reviewState } from '../../shared/domain/supervision.ts';
import type { JobId } from '../../shared/ids.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Instant } from '../../shared/time.ts';
import type { Checklists } from '../jobs/checklists/checklists.ts';
import type { Sqlite } from '../db/open.ts';
import { allChains } from '../db/tables/supervision/chains.ts';
import { entriesOfJob, ordinalOf } from '../db/tables/supervision/entries.ts';
import { jobIdsOf, jobsWithPhoto, photosOfJob } from '../db/tables/supervision/jobs.ts';
import type { RelayOwner } from '../relay/queries.ts';
import { answeredItems, templateOf } from './answered-items.ts';
import type { JobIndex } from './job-index/job-index.ts';
import { signedEntries } from './chain-signatures.ts';
import { rowOfJob } from './job-queries.ts';
import { chainFacts, modelKey, surroundingsOf } from './project-jobs.ts';
import type { ReadEntry } from './projection/entry.ts';
import { checklistClosedAt, type JobFacts } from './projection/job-facts.ts';
import { putTogether } from './projection/put-together.ts';
import { riskOf } from './projection/risk.ts';
import { timelineOf } from './projection/timeline.ts';
import { removalOf } from './removal-of-words.ts';
import { listReviews } from './reviews-of-job.ts';

const SAMPLES_SHOWN = 3;
/** Jobs of the model that are looked through for samples, the newest first. */
const SAMPLED_JOBS = 30;
const SAME_PHOTO_SHOWN = 5;
const approved = reviewState.options.indexOf('approved');

/** The sources of a job's page. */
export interface PageParts {
  readonly sqlite: Sqlite;
  readonly jobIndex: JobIndex;
  readonly queue: Sqlite;
  readonly owner: RelayOwner;
  readonly checklists: Pick<Checklists, 'version'>;
  readonly now: Instant;
}

/** All that the logs tell of a job. ProblemError `not-found`. */
export function factsOfJob(
  sqlite: Sqlite,
  id: JobId,
): { readonly job: number; readonly facts: JobFacts; readonly ordered: readonly ReadEntry[] } {
  const job = ordinalOf(sqlite, id);
  const entries = job === null ? [] : entriesOfJob(sqlite, job);
  if (job === null || entries.length === 0) throw new ProblemError(makeProblem('not-found'));
  return { job, ...putTogether(entries) };
}

/** One job, whole. ProblemError `not-found`, also in the moment before it is put together. */
export function jobPage(parts: PageParts, id: JobId): SupervisionJob {
  const { sqlite, queue, now } = parts;
  const { job, facts, ordered } = factsOfJob(sqlite, id);
  const row = rowOfJob(sqlite, job, now);
  if (row === null) throw new ProblemError(makeProblem('not-found'));
  const chains = chainFacts(sqlite);
  const verifiedTo = new Map(allChains(sqlite).map(({ chain, verified }) => [chain, verified]));
  const laptopOf = (chain: ReadEntry['chain']) => chains.get(chain)?.laptop ?? null;
  const { box, oldBox, key } = facts;
  return {
    row,
    carId: carId.safeParse(facts.car?.id).data ?? null,
    box:
      box === null
        ? null
        : { serial: box.serial, sentAs: box.sentAs, variant: box.variant, sapNumber: box.sap },
    oldBox: oldBox === null ? null : { serial: oldBox.serial, reason: oldBox.reason, words: oldBox.words },
    key: key === null ? null : { form: key.form, box: key.box },
    group: facts.group?.name ?? null,
    hands: facts.hands.map(({ chain, ...hand }) => ({ ...hand, laptop: laptopOf(chain) })),
    checklist: checklistOf(parts, job, facts),
    forced: facts.forced.map(({ place: _place, ...mark }) => mark),
    photos: [...facts.photos.values()].map(({ place: _place, ...photo }): JobPhoto => ({
      ...photo,
      alsoIn: elsewhere(sqlite, job, photo.digest, now),
    })),
    risk: [...riskOf(facts, surroundingsOf(sqlite, job, facts, ordered, chains))],
    reviews: listReviews(queue, id),
    timeline: timelineOf(ordered, {
      laptopOf,
      isVerified: ({ chain, number }) => number <= (verifiedTo.get(chain) ?? 0),
      isSigned: signedEntries(parts),
      removalOf: (entry) => removalOf(sqlite, entry),
      restores: facts.restores,
    }),
  };
}

function elsewhere(sqlite: Sqlite, job: number, digest: AttachmentDigest, now: Instant): JobPhoto['alsoIn'] {
  const others = jobsWithPhoto(sqlite, digest).filter((other) => other !== job);
  const shown = others.slice(0, SAME_PHOTO_SHOWN);
  return jobIdsOf(sqlite, shown).map((jobId, index) => ({
    jobId,
    plate: rowOfJob(sqlite, shown[index] ?? 0, now)?.plate ?? null,
  }));
}

function checklistOf(parts: PageParts, job: number, facts: JobFacts): SupervisionJob['checklist'] {
  const { checklist } = facts;
  if (checklist === null) return null;
  const template = templateOf(parts.checklists, checklist);
  const samples = samplesFor(parts, job, facts);
  const items = answeredItems({ answers: facts.answers.values(), photos: facts.photos.values() }, template);
  const answered = new Set(items.map(({ item }) => item));
  return {
    template: checklist.template,
    version: checklist.version,
    title: template?.title ?? null,
    completedAt: checklistClosedAt(facts),
    items: items.map((item): AnsweredItem => ({ ...item, samples: samples.get(item.item) ?? [] })),
    unanswered: template?.items.filter(({ id }) => !answered.has(id)) ?? [],
  };
}

/** How each item looks in the newest approved jobs of the same model. */
function samplesFor(
  { jobIndex, sqlite }: PageParts,
  job: number,
  facts: JobFacts,
): ReadonlyMap<string, AttachmentDigest[]> {
  const model = jobIndex.numberOf(modelKey(facts));
  const samples = new Map<string, AttachmentDigest[]>();
  if (modelKey(facts) === '' || model === -1) return samples;
  const models = jobIndex.column('model');
  const review = jobIndex.column('review');
  const started = jobIndex.column('started');
  const alike = [...jobIndex.jobs()]
    .filter((other) => other !== job && models[other] === model && review[other] === approved)
    .toSorted((one, other) => (started[other] ?? 0) - (started[one] ?? 0))
    .slice(0, SAMPLED_JOBS);
  for (const other of alike) {
    for (const { item, digest, removed } of photosOfJob(sqlite, other)) {
      if (item === null || removed === 1) continue;
      const before = samples.get(item) ?? [];
      if (before.length < SAMPLES_SHOWN) samples.set(item, [...before, digest]);
    }
  }
  return samples;
}
