import type { NamedByLog, TimelineEntry } from '../../../shared/domain/supervision-job.ts';
import { factMark } from '../../../shared/log/entries.ts';
import type { FactMark } from '../../../shared/log/marks.ts';

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

/** The words of an entry whose facts are marked so. */
const personalWords = (
  { type, facts }: NamingEntry,
  of: Extract<FactMark, { mark: 'personal' }>['of'],
): readonly string[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    const mark = factMark(type, name, value);
    return typeof value === 'string' && mark.mark === 'personal' && mark.of === of ? [value] : [];
  });
