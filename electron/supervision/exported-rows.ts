import { type ExportedRow, logStanding } from '../../shared/domain/supervision-job.ts';
import type { SupervisionRow } from '../../shared/domain/supervision.ts';
import { reviewsOf } from '../db/tables/queue/reviews.ts';
import type { Checklists } from '../jobs/checklists/checklists.ts';
import { answeredItems, templateOf } from './answered-items.ts';
import { signedEntries } from './chain-signatures.ts';
import type { ChainSources } from './chains-view.ts';
import { factsOfJob } from './job-page.ts';
import { checklistClosedAt } from './projection/job-facts.ts';
import { proofsOf } from './projection/proofs.ts';
import { speakerOf } from './reviews-of-job.ts';

/** The sources of what is exported of a job. */
export interface ExportSources extends ChainSources {
  readonly checklists: Pick<Checklists, 'version'>;
}

/** Rows with what their logs are worth, and with their answers and proofs: judged and read as on the page of a job. */
export function* exportedRows(
  sources: ExportSources,
  rows: Iterable<SupervisionRow>,
): Generator<ExportedRow> {
  const isSigned = signedEntries(sources);
  for (const row of rows) {
    const { facts, ordered } = factsOfJob(sources.sqlite, row.jobId);
    const entries = ordered.map(({ chain, number }) => ({ signed: isSigned({ chain, number }) }));
    const { checklist } = facts;
    const template = templateOf(sources.checklists, facts);
    yield {
      ...row,
      log: logStanding(row.logFault, entries),
      checklist:
        checklist === null
          ? null
          : {
              template: checklist.template,
              version: checklist.version,
              title: template?.title ?? null,
              completedAt: checklistClosedAt(facts),
            },
      answers: checklist === null ? [] : answeredItems(facts, template),
      photos: [...facts.photos.values()],
      proofs: proofsOf(facts),
      timeline: ordered.map(({ entry: { worker, type }, facts: said }) => ({ worker, type, facts: said })),
      chains: [...new Set(ordered.map(({ chain }) => chain))],
      reviewers: reviewsOf(sources.queue, row.jobId).map(speakerOf),
    };
  }
}
