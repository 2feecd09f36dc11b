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
import { logChainId, type LogChainId, type LogEntry } from '../../../shared/relay/log.ts';
import { instant, withinDates } from '../../../shared/time.ts';
import { type ProvenThing, provenThing } from '../../../shared/domain/proof.ts';
import { factMark, foreignFacts, readEntry } from '../../../shared/log/entries.ts';
import type { FactMark } from '../../../shared/log/define.ts';
import { conditionAfter } from '../../../shared/domain/job-removal.ts';
import { foldSerial } from '../../../shared/domain/serial.ts';
import type { BoxFact } from '../../db/tables/supervision/boxes.ts';
import { type ReadEntry, wordsOf } from './entry.ts';
import { checklistClosedAt, type JobFacts, photosOf } from './job-facts.ts';
import { isFitted, isTakenOut } from './row.ts';

/* The facts that are kept beside the rows of jobs: for exports, and about Boxes. */

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

/*
 * Facts of log entries about Boxes (docs/decisions/0051-box-life.md). The places of a job's Boxes follow from its whole
 * state: the operator may refuse an installation, and another Box may be chosen.
 */

/** The facts of an entry without a job; empty if the entry is about another matter, or its serial was removed. */
export function boxFactsOfEntry(
  entry: Pick<LogEntry, 'number' | 'at' | 'clockOffsetMs' | 'type' | 'data'>,
): readonly Omit<BoxFact, 'chain'>[] {
  if (entry.type !== 'box-moved' && entry.type !== 'box-marked') return [];
  const known = readEntry(entry.type, foreignFacts(entry.data));
  const about = { number: entry.number, at: withinDates(entry.at - (entry.clockOffsetMs ?? 0)) };
  if (known?.type === 'box-moved' && known.facts.to !== undefined) {
    return factOf('place', known.facts.to, known.facts.serial, known.facts.sap, about);
  }
  if (known?.type === 'box-marked' && known.facts.condition !== undefined) {
    return factOf('condition', known.facts.condition, known.facts.serial, known.facts.sap, about);
  }
  return [];
}

type About = Pick<BoxFact, 'number' | 'at'>;

function factOf<More extends About>(
  aspect: BoxFact['aspect'],
  value: BoxFact['value'],
  serial: string | null | undefined,
  sap: string | null | undefined,
  about: More,
): readonly (Omit<BoxFact, 'chain'> & More)[] {
  const words = wordsOf(serial);
  const key = foldSerial(words ?? '');
  return words === null || key === ''
    ? []
    : [{ key, aspect, value, serial: words, sap: wordsOf(sap), ...about }];
}

/** The facts of a job, each with the entry that it comes from. */
export function boxFactsOfJob(facts: JobFacts, ordered: readonly ReadEntry[]): readonly BoxFact[] {
  const chosen = ordered.flatMap((read) => chosenIn(read));
  const last = chosen.at(-1);
  const holds = isFitted(facts) && !facts.discarded;
  // A Box that was replaced, refused by the operator, or only chosen for a swap is with the installer.
  const places = chosen.map((one): BoxFact => ({
    ...one,
    value: holds && one.key === last?.key ? 'car' : 'installer',
    number: last?.number ?? one.number,
    chain: last?.chain ?? one.chain,
    at: last?.at ?? one.at,
  }));
  const byKey = new Map(places.map((one) => [one.key, one]));
  return [...leavingOf(facts, ordered), ...byKey.values()];
}

function chosenIn({ known, chain, number, at }: ReadEntry): readonly BoxFact[] {
  const about = { chain, number, at };
  switch (known?.type) {
    case 'box-chosen':
    case 'box-replaced':
    case 'new-box-chosen': {
      const { serial, sentAs, sap } = known.facts;
      return factOf('place', 'car', wordsOf(sentAs) ?? serial, sap, about);
    }
    case 'operation-corrected': {
      const serial = known.facts['serialNumber after'];
      return factOf('place', 'car', typeof serial === 'string' ? serial : null, null, about);
    }
    default:
      return [];
  }
}

function leavingOf(facts: JobFacts, ordered: readonly ReadEntry[]): readonly BoxFact[] {
  if (!isTakenOut(facts)) return [];
  const read = ordered.findLast(({ known }) => known?.type === 'box-leaves');
  if (read?.known?.type !== 'box-leaves' || facts.oldBox === null) return [];
  const { reason: code, condition: said } = read.known.facts;
  const { chain, number, at } = read;
  const about = { chain, number, at };
  const place = factOf('place', 'removed', facts.oldBox.serial, null, about);
  if (code === undefined) return place;
  const condition = conditionAfter(said === undefined ? { code } : { code, condition: said });
  // A Box that was removed in good condition keeps an earlier mark.
  if (condition === 'good') return place;
  return [...place, ...factOf('condition', condition, facts.oldBox.serial, null, about)];
}
