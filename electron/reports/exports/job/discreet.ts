import type { ExportManner } from '../../../../shared/domain/supervision-export.ts';
import type { JobPhoto, SupervisionJob, TimelineEntry } from '../../../../shared/domain/supervision-job.ts';
import { factMark } from '../../../../shared/log/entries.ts';
import type { FactMark } from '../../../../shared/log/marks.ts';
import { createShown } from '../shown.ts';
import { shownPhotos } from './shown-photos.ts';

/** The personal and car data that one job's paper may show. */
export interface Discreet {
  readonly row: ReturnType<ReturnType<typeof createShown>>;
  /** Null where people are left out. */
  readonly person: (name: string) => string | null;
  /** A text of the log, its persons and its car shown as asked for; other words stand as they were written. */
  readonly text: (text: string) => string;
  /** A photo may show the plate, a signature is a name. */
  readonly shows: (kind: 'photo' | 'signature') => boolean;
}

/**
 * @param numbered words for the person of a number, in the language of the file.
 * @param leftOut what stands in the place of a name or a car that is left out.
 */
export function createDiscreet(
  job: SupervisionJob,
  manner: Pick<ExportManner, 'people' | 'cars'>,
  words: { readonly numbered: (number: number) => string; readonly leftOut: string },
): Discreet {
  const shown = createShown(manner, words.numbered);
  const row = shown(job.row);
  const person = (name: string) => (name === '' ? null : shown({ ...job.row, installer: name }).person);
  const replacements = [
    ...(manner.people === 'named'
      ? []
      : namesIn(job).map((name) => ({ found: wholeWord(name), by: person(name) ?? words.leftOut }))),
    ...(manner.cars === 'full' ? [] : carWords(job, row, words.leftOut)),
  ];
  return {
    row,
    person,
    text: (text) => replacements.reduce((so, { found, by }) => so.replace(found, () => by), text),
    shows: showsPhotos(manner),
  };
}

/** The photos that a paper in this manner shows: nothing else is fetched. */
export const photosFor = (job: SupervisionJob, manner: ExportManner): readonly JobPhoto[] =>
  shownPhotos(job).filter(({ kind }) => showsPhotos(manner)(kind));

const showsPhotos =
  ({ people, cars }: Pick<ExportManner, 'people' | 'cars'>): Discreet['shows'] =>
  (kind) =>
    kind === 'photo' ? cars === 'full' : people === 'named';

/** Every person that the job's log names, the longest name first: a name may be part of another. */
function namesIn(job: SupervisionJob): readonly string[] {
  const names = new Set([
    job.row.installer,
    ...job.hands.map(({ worker }) => worker),
    ...job.reviews.map(({ reviewer }) => reviewer),
    ...(job.row.review.reviewer === null ? [] : [job.row.review.reviewer]),
    ...job.timeline.flatMap((entry) => [entry.worker, ...namesOf(entry)]),
  ]);
  return [...names].filter((name) => name.trim() !== '').toSorted((one, other) => other.length - one.length);
}

const namesOf = (entry: TimelineEntry): readonly string[] => [
  ...personalWords(entry, 'worker'),
  ...personalWords(entry, 'person'),
];

/** The words of an entry whose facts are marked so. */
const personalWords = (
  { type, facts }: TimelineEntry,
  of: Extract<FactMark, { mark: 'personal' }>['of'],
): readonly string[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    const mark = factMark(type, name, value);
    return typeof value === 'string' && mark.mark === 'personal' && mark.of === of ? [value] : [];
  });

/** The car as the job knows it in the end, and as any entry named it: before a correction, or another car that was chosen first. */
function carWords(job: SupervisionJob, shown: Discreet['row'], leftOut: string) {
  const pairs = new Map([
    ...job.timeline.flatMap((entry) => personalWords(entry, 'car')).map((said) => [said, leftOut] as const),
    [job.row.carName ?? '', shown.carName ?? leftOut],
    [job.row.plate ?? '', shown.plate ?? leftOut],
    [job.row.vin ?? '', shown.vin ?? leftOut],
  ]);
  return [...pairs]
    .filter(([said]) => bare(said) !== '')
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([said, by]) => ({ found: spacedAnyhow(said), by }));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const alone = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`, 'giu');
const wholeWord = (name: string): RegExp => alone(escaped(name.trim()));

const bare = (said: string): string => said.replace(/[\s·-]+/gu, '');

/** A plate is written with spaces, with dashes or with neither. */
const spacedAnyhow = (said: string): RegExp =>
  alone(
    Array.from(bare(said))
      .map(escaped)
      .join(String.raw`[\s·-]*`),
  );
