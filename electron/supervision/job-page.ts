import { z } from 'zod';
import { carId, type JobId } from '../../shared/ids.ts';
import type {
  AnsweredItem,
  JobPhoto,
  SupervisionJob,
  TimelineEntry,
  WordsRemoved,
} from '../../shared/domain/supervision-job.ts';
import { reviewState } from '../../shared/domain/supervision.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { makeProblem, ProblemError, type Sentence } from '../../shared/problem.ts';
import { type Instant, withinDates } from '../../shared/time.ts';
import { operationKind, type OperationKind } from '../../shared/domain/operation.ts';
import { type KnownEntry, placingOf } from '../../shared/log/entries.ts';
import type { LogChainId } from '../../shared/relay/log.ts';
import { redactionsIn, REDACTION } from '../../shared/relay/removals.ts';
import type { ChecklistItem, ChecklistTemplate } from '../../shared/domain/checklist.ts';
import { allItems } from '../../shared/domain/checklist-asking.ts';
import type { Checklists } from '../jobs/checklists.ts';
import type { Sqlite } from '../db/open.ts';
import { allChains, entriesOfJob, ordinalOf, lastEntryContaining } from '../db/tables/supervision/logs.ts';
import { jobIdsOf, jobsWithPhoto, photosOfJob } from '../db/tables/supervision/jobs.ts';
import type { RelayOwner } from '../relay/queries-and-answers.ts';
import { historyKey, textParams } from '../jobs/history.ts';
import type { JobIndex } from './job-index/job-index.ts';
import { signedEntries } from './laptop-logs.ts';
import { rowOfJob } from './job-queries.ts';
import { chainFacts, modelKey, rowContextOf } from './project-jobs.ts';
import { type ReadEntry, wordsOf, readFacts } from './projection/entry.ts';
import {
  checklistClosedAt,
  type JobFacts,
  type AnswerFacts,
  type PhotoFacts,
  photosOf,
} from './projection/job-facts.ts';
import { assembleFacts } from './projection/assemble-facts.ts';
import { riskOf } from './projection/row.ts';
import { listReviews } from './reviewing/job-reviews.ts';

/* The page of one job for supervisors, assembled from its log entries at each read. */

const SAMPLES_SHOWN = 3;
/** Upper bound of jobs of the same model that are read for samples, newest first. */
const SAMPLED_JOBS = 30;
const SAME_PHOTO_SHOWN = 5;
const approved = reviewState.options.indexOf('approved');

/** The sources of a job's page. */
interface PageParts {
  readonly sqlite: Sqlite;
  readonly jobIndex: JobIndex;
  readonly queue: Sqlite;
  readonly owner: RelayOwner;
  readonly checklists: Pick<Checklists, 'version'>;
  readonly now: Instant;
}

/** The complete facts of a job from all logs. ProblemError `not-found`. */
export function factsOfJob(
  sqlite: Sqlite,
  id: JobId,
): { readonly job: number; readonly facts: JobFacts; readonly ordered: readonly ReadEntry[] } {
  const job = ordinalOf(sqlite, id);
  const entries = job === null ? [] : entriesOfJob(sqlite, job);
  if (job === null || entries.length === 0) throw new ProblemError(makeProblem('not-found'));
  return { job, ...assembleFacts(entries) };
}

/** One complete job. ProblemError `not-found`, also before its first projection. */
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
    photos: photosOf(facts).map(({ place: _place, ...photo }): JobPhoto => ({
      ...photo,
      alsoIn: elsewhere(sqlite, job, photo.digest, now),
    })),
    risk: [...riskOf(facts, rowContextOf(sqlite, job, facts, ordered, chains))],
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
  const items = answeredItems({ answers: facts.answers.values(), photos: photosOf(facts) }, template);
  const answered = new Set(items.map(({ item }) => item));
  return {
    template: checklist.template,
    version: checklist.version,
    publication: checklist.publication,
    title: template?.title ?? null,
    completedAt: checklistClosedAt(facts),
    items: items.map((item): AnsweredItem => ({ ...item, samples: samples.get(item.item) ?? [] })),
    unanswered: template?.items.filter(({ id }) => !answered.has(id)) ?? [],
  };
}

/** Photos of each item in the newest approved jobs of the same model. */
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

/** The inputs of the timeline besides the entries. */
interface TimelineContext {
  readonly laptopOf: (chain: LogChainId) => string | null;
  readonly isVerified: (entry: ReadEntry) => boolean;
  readonly isSigned: (entry: ReadEntry) => boolean;
  readonly removalOf: (entry: ReadEntry) => WordsRemoved | null;
  readonly restores: ReadonlySet<string>;
}

/** Every entry of a job as a dated sentence, including unknown types of other versions. */
export function timelineOf(
  ordered: readonly ReadEntry[],
  { laptopOf, isVerified, isSigned, removalOf, restores }: TimelineContext,
): TimelineEntry[] {
  return ordered.map((read): TimelineEntry => {
    const { entry, facts, known } = read;
    const operation = known !== null && 'operation' in known.facts ? (known.facts.operation ?? null) : null;
    return {
      chain: read.chain,
      number: read.number,
      id: entry.id,
      laptop: laptopOf(read.chain),
      at: Math.round(read.at),
      laptopAt: withinDates(entry.at),
      clockOffsetMs: entry.clockOffsetMs,
      worker: entry.worker,
      type: entry.type,
      group: placingOf(entry.type)?.group ?? 'step',
      says: sentenceOf(read, operation !== null && restores.has(operation)),
      facts: { ...facts },
      operation,
      operationKind: operation === null || known === null ? null : kindOf(known),
      photo: known !== null && 'digest' in known.facts ? (known.facts.digest ?? null) : null,
      said: wordsOf(known !== null && 'said' in known.facts ? known.facts.said : null),
      verified: isVerified(read),
      signed: isSigned(read),
      removed: removalOf(read),
    };
  });
}

/** The kind of the operation that an entry is about. */
function kindOf({ facts }: KnownEntry): OperationKind | null {
  return operationKind.safeParse('kind' in facts ? facts.kind : null).data ?? null;
}

function sentenceOf({ entry, known, facts }: ReadEntry, again: boolean): Sentence {
  const { type } = entry;
  const placing = placingOf(type);
  if (placing?.supervisor === true) return { key: `supervision.entry.${type}`, params: textParams(facts) };
  if (placing?.installer === true && known !== null) {
    return { key: historyKey(known, again), params: textParams(facts) };
  }
  return { key: 'supervision.entry.unknown', params: { type } };
}

/** Shows only that the act happened: the entry with time and reason has not arrived. */
const unreported: WordsRemoved = { at: null, reason: null };

/** When and why words of an entry were removed, according to its own log; null = the entry is complete. */
function removalOf(sqlite: Sqlite, { entry }: Pick<ReadEntry, 'entry'>): WordsRemoved | null {
  if (entry.redacted !== true) return null;
  const said = lastEntryContaining(sqlite, entry.chain, entry.number);
  if (said === null) return unreported;
  const [number, at, offset, type, data] = canonical.parse(JSON.parse(said));
  if (type !== REDACTION) return unreported;
  const named = redactionsIn({ type, data, number }).some(
    (one) => one.number === entry.number && one.hash === entry.hash,
  );
  const { known } = readFacts({ type, data });
  const reason = known?.type === REDACTION ? wordsOf(known.facts.reason) : null;
  return named ? { at: withinDates(at - (offset ?? 0)), reason } : unreported;
}

/** The columns of a stored entry: its number, time, clock offset, type and data. */
const canonical = z
  .tuple([
    z.number(),
    z.string(),
    z.number(),
    z.number().nullable(),
    z.string(),
    z.unknown(),
    z.string(),
    z.string(),
    z.unknown(),
  ])
  .transform(([number, , at, offset, , , type, data]) => [number, at, offset, type, data] as const);

/** The template that a job used; null if this laptop does not have that version. */
export function templateOf(
  checklists: Pick<Checklists, 'version'>,
  checklist: { readonly template: string; readonly version: number } | null,
): ChecklistTemplate | null {
  // The same item names may have another meaning in another version.
  return checklist === null ? null : checklists.version(checklist.template, checklist.version);
}

/** The answers of a job in the order of their first occurrence, and its photos. */
interface Answered {
  readonly answers: Iterable<AnswerFacts>;
  readonly photos: Iterable<Omit<PhotoFacts, 'place'>>;
}

/** The answered items in the order of the template, followed by items that the template does not contain. */
export function answeredItems(
  { answers: all, photos }: Answered,
  template: ChecklistTemplate | null,
): readonly Omit<AnsweredItem, 'samples'>[] {
  const answers = new Map(Array.from(all, (one) => [one.item, one]));
  const shown = [...photos].filter(
    ({ removedAt, item, original }) => removedAt === null && item !== null && original === null,
  );
  const asAnswered = (item: string, given: AnswerFacts | undefined) => {
    const pictures = shown.filter((photo) => photo.item === item);
    const [first] = pictures;
    const at = given?.at ?? first?.takenAt;
    const worker = given?.worker ?? first?.worker;
    if (at === undefined || worker === undefined) return null;
    const asked = askedAs(template, item);
    return {
      item,
      asked,
      words: asked?.text.en ?? given?.words ?? first?.words ?? item,
      answer: given?.answer ?? null,
      notApplicable: given?.notApplicable ?? null,
      earlier: given?.earlier ?? [],
      origin: given?.origin ?? null,
      photos: pictures.map(({ digest }) => digest),
      at,
      worker,
      forced: given?.forced ?? null,
    };
  };
  const answered = [...answers.keys(), ...shown.flatMap(({ item }) => item ?? [])];
  const order = new Set([...(template === null ? [] : allItems(template).map(({ id }) => id)), ...answered]);
  return [...order].flatMap((item) => asAnswered(item, answers.get(item)) ?? []);
}

const askedAs = (template: ChecklistTemplate | null, item: string): ChecklistItem | null =>
  (template === null ? undefined : allItems(template).find(({ id }) => id === item)) ?? null;
