import { z } from 'zod';
import {
  answeredItem,
  exportedProof,
  jobPhoto,
  namedByLog,
  type ExportedProof,
  type NamedByLog,
  type TimelineEntry,
} from '../../../shared/domain/supervision-job.ts';
import { logChainId, type LogChainId } from '../../../shared/relay/log.ts';
import { instant } from '../../../shared/time.ts';
import { type ProvenThing, provenThing } from '../../../shared/domain/proof.ts';
import { factMark } from '../../../shared/log/entries.ts';
import type { FactMark } from '../../../shared/log/define.ts';
import type { ReadEntry } from './entry.ts';
import { checklistClosedAt, type JobFacts, photosOf } from './job-facts.ts';
import { isFitted, isTakenOut } from './row.ts';

/**
 * The exported facts of a job that its row lacks. They are stored as JSON, so that an export does not read the entries
 * again.
 */
export const exportFacts = z.object({
  checklist: z
    .object({
      template: z.string(),
      version: z.number(),
      publication: z.number().nullable().default(null),
      completedAt: instant.nullable(),
    })
    .nullable(),
  /** In the order of their first answer. */
  answers: z.array(
    answeredItem.pick({
      item: true,
      words: true,
      answer: true,
      notApplicable: true,
      earlier: true,
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
      original: true,
      drawnOn: true,
      blurred: true,
    }),
  ),
  proofs: z.array(exportedProof),
  named: namedByLog,
  /** The first and last entry of the job in each log. */
  logs: z.array(z.object({ chain: logChainId, first: z.number(), last: z.number() })),
});
export type ExportFacts = z.infer<typeof exportFacts>;

export function exportFactsOf(facts: JobFacts, ordered: readonly ReadEntry[]): ExportFacts {
  const { checklist, answers } = facts;
  return {
    checklist:
      checklist === null
        ? null
        : {
            template: checklist.template,
            version: checklist.version,
            publication: checklist.publication,
            completedAt: checklistClosedAt(facts),
          },
    answers: [...answers.values()],
    photos: photosOf(facts).map(({ place: _place, ...photo }) => photo),
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

/** The current proofs of a job, in the order of the work. Replaced, refused and failed attempts have no proof. */
function proofsOf(job: JobFacts): readonly ExportedProof[] {
  return provenThing.options.flatMap((what) => {
    const found = job.proven.get(what) ?? job.access.proven.get(what);
    return found !== undefined && holds(job, what) ? [{ what, ...found }] : [];
  });
}

function holds(job: JobFacts, what: ProvenThing): boolean {
  const { car, key, box, oldBox, group, access } = job;
  const { phase } = access;
  const given = phase !== 'not-started' && phase !== 'requested' && phase !== 'failed';
  const holding: Readonly<Record<ProvenThing, boolean>> = {
    car: car?.confirmed === true,
    key: key !== null,
    'box-fitted': isFitted(job) && box?.confirmed === true,
    'box-taken-out': isTakenOut(job) && oldBox?.confirmed === true,
    group: group?.confirmed === true,
    'access-given': given,
    opened: access.opened === true,
    closed: access.closed === true,
    'access-removed': phase === 'removed',
  };
  return holding[what];
}

type NamingEntry = Pick<TimelineEntry, 'worker' | 'type' | 'facts'>;

/** The persons and cars that the entries of one job name. */
export function namedBy(entries: Iterable<NamingEntry>): NamedByLog {
  const people = new Set<string>();
  const cars = new Set<string>();
  const differing = new Set<string>();
  for (const entry of entries) {
    people.add(entry.worker);
    for (const name of personalWords(entry, 'worker')) people.add(name);
    for (const name of personalWords(entry, 'person')) people.add(name);
    for (const car of personalWords(entry, 'car')) cars.add(car);
    const { kind, value } = entry.facts;
    if (entry.type === 'answer-forced' && kind === 'differs' && typeof value === 'string')
      differing.add(value);
  }
  return { people: [...people], cars: [...cars], differing: [...differing] };
}

/** The words of an entry whose facts carry this mark. */
const personalWords = (
  { type, facts }: NamingEntry,
  of: Extract<FactMark, { mark: 'personal' }>['of'],
): readonly string[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    const mark = factMark(type, name, value);
    return typeof value === 'string' && mark.mark === 'personal' && mark.of === of ? [value] : [];
  });
