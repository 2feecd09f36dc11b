import { z } from 'zod';
import { jobId } from '../ids.ts';
import { attachmentDigest } from '../relay/attachments.ts';
import { answerOrigin, checklistItemType, itemSeverity } from './checklist.ts';
import { confirmedBy } from './operation.ts';
import { proofWord, provenThing, verificationPhase } from './proof.ts';
import { jobKind } from './job-steps.ts';
import { language } from './settings.ts';
import { problem } from '../problem.ts';
import { logStatusWord } from './supervision-job.ts';
import { failureFamily, reviewState, type SupervisionFilter, supervisionState } from './supervision.ts';

/* Exports of jobs: the choice of content, the progress, and the published JSON form. */

/** How people appear: `numbered` replaces each name by a number that is consistent within one file. */
export const peopleShown = z.enum(['named', 'numbered', 'left-out']);
export type PeopleShown = z.infer<typeof peopleShown>;

/** How cars appear: `shortened` keeps the last three characters of a plate and the last six of a VIN, and no name. */
export const carsShown = z.enum(['full', 'shortened', 'left-out']);
export type CarsShown = z.infer<typeof carsShown>;

export const exportFormat = z.enum(['csv', 'json']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** The personal and car data to export, and the language of its words. */
export const exportManner = z.object({ people: peopleShown, cars: carsShown, language });
export type ExportManner = z.infer<typeof exportManner>;

/** A month of this machine's calendar, such as 2026-10. */
export const exportMonth = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/);

/** The jobs that began in a month. */
export function periodOfMonth(month: z.infer<typeof exportMonth>): Pick<SupervisionFilter, 'from' | 'until'> {
  const year = Number(month.slice(0, 4));
  const index = Number(month.slice(5)) - 1;
  return { from: new Date(year, index, 1).getTime(), until: new Date(year, index + 1, 1).getTime() };
}

/** Upper bound of cars on one acceptance sheet. */
export const LARGEST_SHEET = 2000;

/** `done` of `total` jobs, or photos when a single job is exported; `total` null = not counted yet. */
export const exportState = z.object({
  task: z
    .object({
      /**
       * `columns`: a first pass over the jobs that finds their common columns. `pages`, `photos`, `logs`: parts of a
       * monthly pack.
       */
      what: z.enum(['columns', 'table', 'sheet', 'job', 'pages', 'photos', 'logs']),
      done: z.number().int(),
      total: z.number().int().nullable(),
    })
    .nullable(),
  /**
   * The end of the last export of the open profile, for a dialog that was closed meanwhile; null = none ended, or it was
   * stopped. `missing`: photos that a monthly pack lacks.
   */
  ended: z
    .discriminatedUnion('how', [
      z.object({ how: z.literal('saved'), path: z.string(), missing: z.number().int() }),
      z.object({ how: z.literal('failed'), problem }),
    ])
    .nullable(),
});
export type ExportState = z.infer<typeof exportState>;

const moment = z.iso.datetime().describe('UTC');
const word = z.string().nullable();

const exportedAnswer = z.strictObject({
  item: z.string().describe('The id of the item in its checklist'),
  words: z.string().describe('Of the item, in English'),
  type: checklistItemType
    .nullable()
    .describe('Null where the laptop that exports does not have this version of the checklist'),
  answer: z
    .union([z.string(), z.number(), z.boolean()])
    .nullable()
    .describe('Of a choice the id of its option; null where photos or a signature are the answer'),
  notApplicable: word.describe('Why the item does not apply to the car; null = it applies'),
  earlier: z
    .array(
      z.strictObject({
        answer: z.union([z.string(), z.number(), z.boolean()]).nullable(),
        notApplicable: word,
        at: moment,
      }),
    )
    .describe('What was answered before, oldest first'),
  option: word.describe('Of a choice, in English'),
  unit: word,
  range: z.strictObject({ min: z.number(), max: z.number() }).nullable().describe('Of a number'),
  example: z
    .strictObject({ name: z.string(), sha256: attachmentDigest })
    .nullable()
    .describe('The picture or PDF of how it should look'),
  photos: z.array(attachmentDigest).describe('SHA-256 of photos and signatures'),
  annotations: z
    .array(
      z.strictObject({
        sha256: attachmentDigest,
        original: attachmentDigest.describe('The photo that it was made from, one of `photos`'),
        blurred: z.boolean().describe('A part is unrecognisable, and customers do not get the original'),
        at: moment,
      }),
    )
    .describe('Pictures that were made from the photos by marking them up, oldest first'),
  photosLeftOut: z.number().int().describe('Those that may show a person or a car that is left out'),
  at: moment,
  origin: answerOrigin.nullable().describe('Null = given to this item alone'),
  forced: z
    .strictObject({
      reason: z.string(),
      limit: word.describe('What it departs from'),
      severity: itemSeverity,
    })
    .nullable()
    .describe('It counts although it is out of range or another code than expected'),
});
export type ExportedAnswer = z.infer<typeof exportedAnswer>;

/** One job in a JSON export. */
export const exportedInstallation = z.strictObject({
  job: jobId,
  kind: jobKind,
  state: supervisionState,
  plate: word,
  carName: word,
  vin: word,
  brand: word,
  model: word,
  keyForm: word,
  group: word,
  serial: word.describe('As typed or scanned: a text, whose leading zeros count'),
  variant: word,
  fitted: z.boolean().describe('A Box went in: asked for, and neither refused nor given up'),
  takenOut: word.describe('The serial number of the Box that came out'),
  done: z.boolean().describe('Confirmed by the operator and, where a Box went in, proven by a test'),
  installer: word.describe('A name or "person N"; null where people are left out'),
  laptop: word,
  site: word,
  startedAt: moment,
  finishedAt: moment.nullable(),
  minutes: z.number().nullable().describe('Of work, to the first finish'),
  verification: z.strictObject({
    phase: verificationPhase,
    opened: z.boolean().nullable(),
    closed: z.boolean().nullable(),
  }),
  proof: z.strictObject({
    is: proofWord,
    handedOver: word.describe('Why the car was handed over although it does not work'),
  }),
  proofs: z
    .array(z.strictObject({ what: provenThing, by: confirmedBy, at: moment }))
    .describe(
      "What is proven now. By the operator's answer, its later result, a query of its state, or a person who chose or saw it",
    ),
  checklist: z
    .strictObject({
      template: z.string(),
      version: z.number().int(),
      publication: z
        .number()
        .int()
        .nullable()
        .describe("The version of the publication that it is from; null = it was the laptop's own"),
      completedAt: moment.nullable(),
    })
    .nullable(),
  answers: z.array(exportedAnswer),
  openAccess: z
    .strictObject({
      until: moment.nullable(),
      estimated: z
        .boolean()
        .describe(
          'No log tells the end: it is reckoned from when the access was there and how long it was asked for',
        ),
    })
    .nullable()
    .describe('A test access that gives access now'),
  review: z.strictObject({
    state: reviewState,
    revision: z.number().int(),
    reviewer: word,
    at: moment.nullable(),
  }),
  risk: z.number().int().describe('0 to 100'),
  forced: z.number().int().describe('Checks that were passed by force'),
  changedAnswers: z.number().int().describe('Items whose answer was changed later'),
  green: z.boolean(),
  trouble: failureFamily.nullable(),
  logFault: z.boolean(),
  log: logStatusWord.describe(
    'Of all entries of the job: not as a laptop wrote it, not signed by the laptops, signed in part, or unchanged and signed',
  ),
});
export type ExportedInstallation = z.infer<typeof exportedInstallation>;

/** A complete JSON export; docs/schemas/installations-2.schema.json is generated from this schema. */
export const installationsExport = z
  .strictObject({
    format: z.literal('boxwright-installations'),
    version: z.literal(2),
    environment: z.enum(['uat', 'prod']),
    customerId: z.number().int(),
    exportedAt: moment,
    people: peopleShown,
    cars: carsShown,
    jobs: z.array(exportedInstallation),
  })
  .describe('Installations as the logs of all laptops tell them');
