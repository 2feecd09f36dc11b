import { z } from 'zod';
import { carId, jobId, logEntryId, operationId } from '../ids.ts';
import { problem, sentence } from '../problem.ts';
import { attachmentDigest } from '../relay/attachments.ts';
import { type LogChainId, logChainId } from '../relay/log.ts';
import { type Instant, instant } from '../time.ts';
import {
  answerOrigin,
  type ChecklistItem,
  checklistItem,
  itemSeverity,
  type LocalText,
  localText,
  textIn,
} from './checklist.ts';
import { LABEL_ITEM } from './boxes.ts';
import { confirmedBy, operationKind } from './operation.ts';
import { provenThing } from './proof.ts';
import { type SupervisionRow, supervisionRow } from './supervision.ts';

/* The page of one job for supervisors: timeline, photos, answers, proofs and the operator's present state. */

/** The position of an entry: the laptop's log and the number in it. */
export const entryPlace = z.object({ chain: logChainId, number: z.number().int().positive() });
export type EntryPlace = z.infer<typeof entryPlace>;

/** The category of an entry, for its mark on the timeline. */
export const entryGroup = z.enum([
  'step',
  'answer',
  'photo',
  'forced',
  'attempt',
  'result',
  'trouble',
  'decision',
  'review',
  'log',
]);
export type EntryGroup = z.infer<typeof entryGroup>;

/** Words of an entry were removed on request: when and why, if a later entry of the log says so. */
export const wordsRemoved = z.object({ at: instant.nullable(), reason: z.string().nullable() });
export type WordsRemoved = z.infer<typeof wordsRemoved>;

/** One entry of the job. The timeline is ordered by time, over all laptops that worked on the job. */
export const timelineEntry = entryPlace.extend({
  id: logEntryId,
  laptop: z.string().nullable(),
  /** By the operator's clock if the laptop's offset was known, else by the laptop's clock. */
  at: instant,
  /** The time as the laptop wrote it. */
  laptopAt: instant,
  /** How far the laptop's clock was ahead of the operator's; null = not recorded. */
  clockOffsetMs: z.number().int().nullable(),
  worker: z.string(),
  type: z.string(),
  group: entryGroup,
  says: sentence,
  /** All facts of the entry, unchanged. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  operation: operationId.nullable(),
  /** Words: `supervision.operation.KIND`. */
  operationKind: operationKind.nullable(),
  photo: attachmentDigest.nullable(),
  /** The operator's message. */
  said: z.string().nullable(),
  /** The chain is verified up to this entry: every entry up to it is unchanged. */
  verified: z.boolean(),
  /** Covered by a signature of its laptop; this laptop's own entries count as signed. */
  signed: z.boolean(),
  /** Null = the entry is complete. */
  removed: wordsRemoved.nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

/**
 * The number of a job's entries without a signature of their laptop. `each`: other entries are signed, so each unsigned
 * one is marked.
 */
export function unsignedEntries(entries: readonly Pick<TimelineEntry, 'signed'>[]): {
  readonly count: number;
  readonly each: boolean;
} {
  const count = entries.filter(({ signed }) => !signed).length;
  return { count, each: count < entries.length };
}

/** The log of a job in one word. `checked`: unchanged, and signed by its laptops. */
export const logStatusWord = z.enum(['fault', 'unsigned', 'partly-signed', 'checked']);
export type LogStatus = z.infer<typeof logStatusWord>;

/** @param hasFault true when an entry is not as its laptop wrote it. */
export function logStatus(hasFault: boolean, entries: readonly Pick<TimelineEntry, 'signed'>[]): LogStatus {
  if (hasFault) return 'fault';
  const { count, each } = unsignedEntries(entries);
  if (count === 0) return 'checked';
  return each ? 'partly-signed' : 'unsigned';
}

/** The locale key of each status; the same on screens, in reports and in tables. */
export const LOG_WORDS = {
  fault: 'installations.logFault',
  unsigned: 'installations.logUnsigned',
  'partly-signed': 'installations.logPartlySigned',
  checked: 'installations.logSound',
} as const satisfies Readonly<Record<LogStatus, string>>;

/** A proven fact of a job, and its source. */
export const exportedProof = z.object({ what: provenThing, by: confirmedBy, at: instant });
export type ExportedProof = z.infer<typeof exportedProof>;

/** The persons and cars that the log of a job names, each once, in order of appearance. */
export const namedByLog = z.object({
  people: z.array(z.string()),
  cars: z.array(z.string()),
  /** Codes that were scanned and differed from what was expected: one may be the VIN of another car. */
  differing: z.array(z.string()),
});
export type NamedByLog = z.infer<typeof namedByLog>;

/** A photo or signature that the job's log names. */
export const jobPhoto = z.object({
  digest: attachmentDigest,
  kind: z.enum(['photo', 'signature']),
  /** The checklist's item; null if the entry does not name it. */
  item: z.string().nullable(),
  words: z.string().nullable(),
  takenAt: instant,
  worker: z.string(),
  /** When it was removed from the job. */
  removedAt: instant.nullable(),
  /** The photo that was marked up to make this picture; null = it is an original. */
  original: attachmentDigest.nullable().default(null),
  /** The picture on which the marks were drawn; null = an original, or its entry does not name it. */
  drawnOn: attachmentDigest.nullable().default(null),
  /** A part of the picture was made unrecognisable. */
  blurred: z.boolean().default(false),
  /** Other jobs that show the very same file: at most five. */
  alsoIn: z.array(z.object({ jobId, plate: z.string().nullable() })),
});
export type JobPhoto = z.infer<typeof jobPhoto>;

/** An answer that was changed or withdrawn later. */
const earlierAnswer = z.object({
  answer: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  notApplicable: z.string().nullable(),
  at: instant,
  worker: z.string(),
});
export type EarlierAnswer = z.infer<typeof earlierAnswer>;

/** One answered item of the checklist, with the question. */
export const answeredItem = z.object({
  item: z.string(),
  /** The question from the template, if this laptop has that version of it. */
  asked: checklistItem.nullable(),
  /** The item's words in English, as the log has them. */
  words: z.string(),
  answer: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  /** Why the item does not apply to the car; `answer` is null then. Null = it applies. */
  notApplicable: z.string().nullable(),
  /** Earlier answers, oldest first. */
  earlier: z.array(earlierAnswer),
  /** Null = answered individually, or the log does not say. */
  origin: answerOrigin.nullable(),
  photos: z.array(attachmentDigest),
  /** The same item in the newest approved jobs of the same model, as examples of a correct result. At most three. */
  samples: z.array(attachmentDigest),
  at: instant,
  worker: z.string(),
  /** The reason why it is accepted although it is out of range or another code than expected. */
  forced: z.object({ reason: z.string(), limit: z.string().nullable(), severity: itemSeverity }).nullable(),
});
export type AnsweredItem = z.infer<typeof answeredItem>;

/**
 * The name of an item for a reader. `label` are the words for the label of the Box, which belongs to no checklist. Where
 * this laptop lacks the template, the log's words are shown.
 */
export function itemName<Logged extends string | null>(
  { item, words }: { readonly item: string | null; readonly words: Logged },
  asked: Pick<ChecklistItem, 'text'> | null,
  { language, label }: { readonly language: string; readonly label: string },
): string | Logged {
  if (item === LABEL_ITEM) return label;
  return asked === null ? words : textIn(asked.text, language);
}

/** A job of the table as it is exported, with the data needed to omit people and cars from it. */
export type ExportedRow = SupervisionRow & {
  readonly log: LogStatus;
  readonly checklist: {
    readonly template: string;
    readonly version: number;
    readonly publication: number | null;
    readonly title: LocalText | null;
    readonly completedAt: Instant | null;
  } | null;
  readonly answers: readonly Omit<AnsweredItem, 'samples'>[];
  readonly photos: readonly Pick<
    JobPhoto,
    'digest' | 'kind' | 'item' | 'removedAt' | 'takenAt' | 'original' | 'drawnOn' | 'blurred'
  >[];
  readonly proofs: readonly ExportedProof[];
  readonly named: NamedByLog;
  readonly reviewers: readonly string[];
  /** The logs that contain entries of the job. */
  readonly chains: readonly LogChainId[];
};

export const riskPartName = z.enum([
  'forced-critical',
  'forced',
  'forced-minor',
  'left-out',
  'serial-mismatch',
  'retries',
  'confirmed-by-query',
  'confirmed-by-person',
  'no-box',
  'same-photo',
  'too-fast',
  'clock-off',
  'access-left',
  'not-working',
  'not-proved',
  'unchecked',
  'contradiction',
  'log-fault',
]);
export type RiskPartName = z.infer<typeof riskPartName>;

/** The part that adds to the score, and the entries behind it. Words: `supervision.risk.PART`, with `says.params`. */
export const riskPart = z.object({
  part: riskPartName,
  points: z.number().int().positive(),
  says: sentence,
  entries: z.array(entryPlace),
});
export type RiskPart = z.infer<typeof riskPart>;

/** The reviews of the job, oldest first. */
export const jobReview = z.object({
  revision: z.number().int().positive(),
  verdict: z.string(),
  reason: z.string().nullable(),
  comment: z.string(),
  reviewer: z.string(),
  at: instant,
  /** False: its signature is not verified, so the review has no effect. */
  counts: z.boolean(),
});

/** One job in full, for its page. */
export const supervisionJob = z.object({
  row: supervisionRow,
  /** The operator's number of the car; null if no entry has it. */
  carId: carId.nullable(),
  box: z
    .object({
      serial: z.string(),
      sentAs: z.string().nullable(),
      variant: z.string().nullable(),
      sapNumber: z.string().nullable(),
    })
    .nullable(),
  /** In a removal or swap: the serial of the Box that left, and the reason. */
  oldBox: z.object({ serial: z.string(), reason: z.string().nullable(), words: z.string() }).nullable(),
  key: z.object({ form: z.string(), box: z.string().nullable() }).nullable(),
  group: z.string().nullable(),
  /** The people who worked on it, in the order of their first entries. */
  hands: z.array(
    z.object({
      worker: z.string(),
      laptop: z.string().nullable(),
      from: instant,
      until: instant,
      entries: z.number().int(),
    }),
  ),
  checklist: z
    .object({
      template: z.string(),
      version: z.number().int(),
      /** The version of the publication that it comes from; null = the laptop's own checklist. */
      publication: z.number().int().nullable(),
      /** Null if this laptop does not have that template. */
      title: localText.nullable(),
      completedAt: instant.nullable(),
      items: z.array(answeredItem),
      /** Items of the template without an answer, because a rework request may concern a missing answer. */
      unanswered: z.array(checklistItem),
    })
    .nullable(),
  forced: z.array(
    z.object({
      words: z.string(),
      value: z.string(),
      reason: z.string(),
      severity: itemSeverity,
      at: instant,
      worker: z.string(),
    }),
  ),
  photos: z.array(jobPhoto),
  risk: z.array(riskPart),
  reviews: z.array(jobReview),
  timeline: z.array(timelineEntry),
});
export type SupervisionJob = z.infer<typeof supervisionJob>;

/** The question of the job's checklist that a photo answers, also one that was taken out; null = not known here. */
export function questionOf(
  { checklist }: Pick<SupervisionJob, 'checklist'>,
  { item }: Pick<JobPhoto, 'item'>,
): ChecklistItem | null {
  if (checklist === null || item === null) return null;
  const answered = checklist.items.find((one) => one.item === item)?.asked;
  return answered ?? checklist.unanswered.find(({ id }) => id === item) ?? null;
}

/**
 * The difference between the operator's present state and the log. Words: `supervision.now.KIND.log` and `.operator`.
 */
export const nowKind = z.enum([
  'car-gone',
  'car-plate',
  'car-vin',
  'car-model',
  'box-not-fitted',
  'box-in-another-car',
  'box-unknown',
  'another-box-in-car',
  'box-of-other-variant',
  'box-still-in-car',
  'not-in-group',
  'test-access-open',
]);
export type NowKind = z.infer<typeof nowKind>;

export const nowDifference = z.object({
  kind: nowKind,
  /** The value in the log, with its time. */
  log: sentence,
  loggedAt: instant.nullable(),
  /** The operator's current value. */
  operator: sentence,
});
export type NowDifference = z.infer<typeof nowDifference>;

/** The subject of a query to the operator. */
export const nowSubject = z.enum(['car', 'box', 'group', 'accesses']);
export type NowSubject = z.infer<typeof nowSubject>;

/** The log compared with the operator's current state. */
export const nowAtOperator = z.object({
  askedAt: instant,
  differences: z.array(nowDifference),
  /** Queried, and equal to the log. */
  same: z.array(nowSubject),
  /** Not answered, with the reason; `null` where the log does not have enough data for a query. */
  unanswered: z.array(z.object({ what: nowSubject, problem: problem.nullable() })),
});
export type NowAtOperator = z.infer<typeof nowAtOperator>;
