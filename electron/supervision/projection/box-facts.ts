import { conditionAfter } from '../../../shared/domain/job-removal.ts';
import { foldSerial } from '../../../shared/domain/serial.ts';
import { foreignFacts, readEntry } from '../../../shared/log/entries.ts';
import type { LogEntry } from '../../../shared/relay/log.ts';
import type { BoxFact } from '../../db/tables/supervision/boxes.ts';
import { type ReadEntry, wordsOf } from './entry.ts';
import type { JobFacts } from './job-facts.ts';
import { isTakenOut } from './row.ts';

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
  const about = { number: entry.number, at: entry.at - (entry.clockOffsetMs ?? 0) };
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
  const holds = facts.box !== null && !facts.box.refused && !facts.discarded;
  // A replaced Box, or one that the operator refused, is with the installer.
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
