import { type ExportedRow, logStatus } from '../../shared/domain/supervision-job.ts';
import type { SupervisionRow } from '../../shared/domain/supervision.ts';
import { reviewsOf } from '../db/tables/queue/reviews.ts';
import { entriesOfJob } from '../db/tables/supervision/entries.ts';
import { readExportFacts } from '../db/tables/supervision/jobs.ts';
import type { Sqlite } from '../db/open.ts';
import type { Checklists } from '../jobs/checklists/checklists.ts';
import { answeredItems, templateOf } from './job-page.ts';
import { signedEntries, type ChainSources } from './laptop-logs.ts';
import type { AllJobs } from './job-queries.ts';
import { exportFacts, type ExportFacts, exportFactsOf } from './projection/export-facts.ts';
import { assembleFacts } from './projection/assemble-facts.ts';
import { speakerOf } from './reviewing/job-reviews.ts';

/** The answers of a job; the complete job only where it is needed. */
export interface AnsweredJob extends Pick<ExportedRow, 'checklist' | 'answers'> {
  /** Null = the job has no row yet. */
  readonly whole: () => ExportedRow | null;
}

/** The jobs that match a filter at one moment. Each job is read lazily, in each iteration. */
export interface JobsToExport {
  readonly total: number;
  readonly rows: Iterable<ExportedRow>;
  /** The same jobs with their answers only, at a fraction of the cost. */
  readonly answered: Iterable<AnsweredJob>;
}

/** The sources of the exported facts of a job. */
export interface ExportSources extends ChainSources {
  readonly checklists: Pick<Checklists, 'version'>;
}

/** Jobs with the trust in their logs, their answers and their proofs, derived as on the job's page. */
export function exportedJobs(sources: ExportSources, { jobs, row }: AllJobs): JobsToExport {
  const isSigned = signedEntries(sources);
  const whole = (job: number, facts: () => ExportFacts): ExportedRow | null => {
    const found = row(job);
    return found === null ? null : exportedRow(sources, isSigned, found, facts());
  };
  return {
    total: jobs.length,
    rows: {
      *[Symbol.iterator]() {
        for (const job of jobs) {
          const exported = whole(job, () => factsOf(sources.sqlite, job));
          if (exported !== null) yield exported;
        }
      },
    },
    answered: {
      *[Symbol.iterator]() {
        for (const job of jobs) {
          const facts = factsOf(sources.sqlite, job);
          yield { ...answersOf(sources, facts), whole: () => whole(job, () => facts) };
        }
      },
    },
  };
}

/** The stored facts of a job; without them, facts assembled from its entries. */
function factsOf(sqlite: Sqlite, job: number): ExportFacts {
  const kept = readExportFacts(sqlite, job);
  if (kept !== null) return exportFacts.parse(JSON.parse(kept));
  const { facts, ordered } = assembleFacts(entriesOfJob(sqlite, job));
  return exportFactsOf(facts, ordered);
}

function answersOf(
  { checklists }: ExportSources,
  { checklist, answers, photos }: ExportFacts,
): Pick<ExportedRow, 'checklist' | 'answers'> {
  if (checklist === null) return { checklist, answers: [] };
  const template = templateOf(checklists, checklist);
  return {
    checklist: { ...checklist, title: template?.title ?? null },
    answers: answeredItems({ answers, photos }, template),
  };
}

function exportedRow(
  sources: ExportSources,
  isSigned: ReturnType<typeof signedEntries>,
  row: SupervisionRow,
  facts: ExportFacts,
): ExportedRow {
  const { photos, proofs, named, logs } = facts;
  // A signature vouches for all earlier entries of its log, so the first and last entry of each log suffice.
  const ends = logs.flatMap(({ chain, first, last }) =>
    [first, last].map((number) => ({ signed: isSigned({ chain, number }) })),
  );
  return {
    ...row,
    log: logStatus(row.logFault, ends),
    ...answersOf(sources, facts),
    photos,
    proofs,
    named,
    chains: logs.map(({ chain }) => chain),
    reviewers: reviewsOf(sources.queue, row.jobId).map(speakerOf),
  };
}
