import { z } from 'zod';
import { answeredItem, exportedProof, jobPhoto, namedByLog } from '../../../shared/domain/supervision-job.ts';
import { logChainId, type LogChainId } from '../../../shared/relay/log.ts';
import { instant } from '../../../shared/time.ts';
import type { ReadEntry } from './entry.ts';
import { checklistClosedAt, type JobFacts } from './job-facts.ts';
import { namedBy } from './named.ts';
import { proofsOf } from './proofs.ts';

/** The facts of a job that its exports need besides its row. They are kept as JSON, so that no export reads the entries again. */
export const exportFacts = z.object({
  checklist: z
    .object({ template: z.string(), version: z.number(), completedAt: instant.nullable() })
    .nullable(),
  /** In the order of their first answer. */
  answers: z.array(
    answeredItem.pick({
      item: true,
      words: true,
      answer: true,
      origin: true,
      at: true,
      worker: true,
      forced: true,
    }),
  ),
  photos: z.array(
    jobPhoto.pick({
      digest: true,
      kind: true,
      item: true,
      words: true,
      takenAt: true,
      worker: true,
      removedAt: true,
    }),
  ),
  proofs: z.array(exportedProof),
  named: namedByLog,
  /** Its first and its last entry in each log that tells of it. */
  logs: z.array(z.object({ chain: logChainId, first: z.number(), last: z.number() })),
});
export type ExportFacts = z.infer<typeof exportFacts>;

export function exportFactsOf(facts: JobFacts, ordered: readonly ReadEntry[]): ExportFacts {
  const { checklist, answers, photos } = facts;
  return {
    checklist:
      checklist === null
        ? null
        : {
            template: checklist.template,
            version: checklist.version,
            completedAt: checklistClosedAt(facts),
          },
    answers: [...answers.values()],
    photos: Array.from(photos.values(), ({ place: _place, ...photo }) => photo),
    proofs: [...proofsOf(facts)],
    named: namedBy(
      ordered.map(({ entry: { worker, type }, facts: said }) => ({ worker, type, facts: said })),
    ),
    logs: logsOf(ordered),
  };
}

function logsOf(ordered: readonly ReadEntry[]): ExportFacts['logs'] {
  const logs = new Map<LogChainId, { first: number; last: number }>();
  for (const { chain, number } of ordered) {
    const log = logs.get(chain);
    if (log === undefined) {
      logs.set(chain, { first: number, last: number });
      continue;
    }
    log.first = Math.min(log.first, number);
    log.last = Math.max(log.last, number);
  }
  return Array.from(logs, ([chain, { first, last }]) => ({ chain, first, last }));
}
