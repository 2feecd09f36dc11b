import type { ExportManner, CarsShown, PeopleShown } from '../../../shared/domain/supervision-export.ts';
import type {
  AnsweredItem,
  EarlierAnswer,
  ExportedRow,
  JobPhoto,
  NamedByLog,
  SupervisionJob,
} from '../../../shared/domain/supervision-job.ts';
import type { SupervisionRow } from '../../../shared/domain/supervision.ts';
import { type Annotation, annotationsIn, customerPictures } from '../../../shared/domain/annotation.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { neverReached } from '../../../shared/never.ts';
import { namedBy } from '../../supervision/projection/export-facts.ts';

/** An answer as it goes out. */
export type ShownAnswer = Omit<AnsweredItem, 'samples' | 'worker' | 'earlier'> & {
  readonly earlier: readonly Omit<EarlierAnswer, 'worker'>[];
  /** Photos and signatures that may show whom or what is left out. */
  readonly photosLeftOut: number;
  /** Pictures that were made from its photos by marking them up, oldest first. */
  readonly annotations: readonly Pick<Annotation, 'digest' | 'original' | 'blurred' | 'at'>[];
};

/** A row of the table as it goes out. */
export type ShownRow = Omit<ExportedRow, 'answers' | 'photos' | 'named' | 'reviewers' | 'chains'> & {
  readonly person: string | null;
  readonly answers: readonly ShownAnswer[];
};

/**
 * Turns a job with its answers into what may go out of the house. One for each file: people keep their numbers within it.
 *
 * @param words in the language of the file: `numbered` for the person of a number, `leftOut` in the place of a name or a car.
 */
export function createShownJobs(
  manner: Pick<ExportManner, 'people' | 'cars'>,
  words: { readonly numbered: (number: number) => string; readonly leftOut: string },
): (row: ExportedRow) => ShownRow {
  const shown = createShown(manner, words.numbered);
  return ({ photos, named, reviewers, chains: _chains, ...row }) => {
    const { answers } = row;
    const discreet = createDiscreet({ row, reviewers, named, answers }, manner, {
      shown,
      leftOut: words.leftOut,
    });
    return {
      ...shown(row),
      proof: proofOf(row.proof, discreet),
      answers: answers.map((given) => shownAnswer(given, discreet, photos)),
    };
  };
}

function shownAnswer(
  { worker: _worker, ...given }: ExportedRow['answers'][number],
  discreet: Discreet,
  logged: readonly LoggedPhoto[],
): ShownAnswer {
  const kinds = new Map(logged.map(({ digest, kind }) => [digest, kind]));
  const photos = given.photos.filter((digest) => discreet.shows(kinds.get(digest) ?? 'photo'));
  const { forced } = given;
  return {
    ...given,
    words: given.asked === null ? discreet.text(given.words) : given.words,
    answer: discreet.answer(given),
    notApplicable: given.notApplicable === null ? null : discreet.text(given.notApplicable),
    earlier: given.earlier.map(({ answer, notApplicable, at }) => ({
      answer: discreet.answer({ asked: given.asked, answer }),
      notApplicable: notApplicable === null ? null : discreet.text(notApplicable),
      at,
    })),
    photos,
    photosLeftOut: given.photos.length - photos.length,
    annotations: annotationsIn(logged)
      .filter(({ original }) => photos.includes(original))
      .map(({ digest, original, blurred, takenAt: at }) => ({ digest, original, blurred, at })),
    forced:
      forced === null
        ? null
        : {
            reason: discreet.text(forced.reason),
            limit: forced.limit === null ? null : discreet.text(forced.limit),
            severity: forced.severity,
          },
  };
}

/** The reason for handing over is free text. */
function proofOf(proof: ExportedRow['proof'], discreet: Discreet): ExportedRow['proof'] {
  if (proof.state !== 'unproven' || proof.handedOver === null) return proof;
  return { ...proof, handedOver: discreet.text(proof.handedOver) };
}

/** The persons and cars that the log of one job names. */
interface NamedInJob {
  readonly row: SupervisionRow;
  readonly reviewers: readonly string[];
  readonly named: NamedByLog;
  readonly answers: readonly GivenAnswer[];
}
type GivenAnswer = Pick<AnsweredItem, 'asked' | 'answer'>;

/** The personal and car data of one job that may go out. */
export interface Discreet {
  readonly row: ReturnType<Shown>;
  /** Null where people are left out. */
  readonly person: (name: string) => string | null;
  /** A text of the log, its persons and its car shown as asked for; other words stand as they were written. */
  readonly text: (text: string) => string;
  /** An answer, likewise. A code that was scanned as a VIN tells of a car whichever it is. */
  readonly answer: (given: GivenAnswer) => AnsweredItem['answer'];
  /** A photo may show the plate, a signature is a name. */
  readonly shows: (kind: 'photo' | 'signature') => boolean;
}

/** The names of a job as its page has it. */
export const namedInJob = ({ row, reviews, timeline, checklist }: SupervisionJob): NamedInJob => ({
  row,
  reviewers: reviews.map(({ reviewer }) => reviewer),
  named: namedBy(timeline),
  answers: checklist?.items ?? [],
});

/**
 * @param shown of the whole file: people keep their numbers within it.
 * @param leftOut what stands in the place of a name or a car that is left out.
 */
export function createDiscreet(
  job: NamedInJob,
  manner: Pick<ExportManner, 'people' | 'cars'>,
  { shown, leftOut }: { readonly shown: Shown; readonly leftOut: string },
): Discreet {
  const row = shown(job.row);
  const person = (name: string) => (name === '' ? null : shown({ ...job.row, installer: name }).person);
  const vin = (said: string) => shown({ ...job.row, vin: said }).vin ?? leftOut;
  const replacements: readonly Replacement[] = [
    ...(manner.people === 'named'
      ? []
      : namesIn(job).map((name) => ({
          key: keyOf(name),
          found: () => wholeWord(name),
          by: () => person(name) ?? leftOut,
        }))),
    ...(manner.cars === 'full'
      ? []
      : [...carWords(job, row, leftOut, vin), { key: '', found: () => VIN, by: vin }]),
  ];
  const text = (said: string) => replaced(said, replacements);
  return {
    row,
    person,
    text,
    answer: ({ asked, answer }) => {
      if (typeof answer !== 'string') return answer;
      if (asked?.type === 'choice' && asked.options.some(({ id }) => id === answer)) return answer;
      return isVinScan(asked) ? vin(answer) : text(answer);
    },
    shows: showsPhotos(manner),
  };
}

/** The form of a VIN, which tells of a car also where no log names it. */
const VIN = /(?<![\p{L}\p{N}])(?=[A-Z]*\d)[A-HJ-NPR-Z\d]{17}(?![\p{L}\p{N}])/giu;

const isVinScan = (asked: GivenAnswer['asked']): boolean => asked?.type === 'scan' && asked.expects === 'vin';

/** The photos that a paper in this manner shows: nothing else is fetched. */
export const photosFor = (job: SupervisionJob, manner: ExportManner): readonly JobPhoto[] =>
  shownPhotos(job).filter(({ kind }) => showsPhotos(manner)(kind));

/** The kinds of photos that a manner shows. */
export const showsPhotos =
  ({ people, cars }: Pick<ExportManner, 'people' | 'cars'>): Discreet['shows'] =>
  (kind) =>
    kind === 'photo' ? cars === 'full' : people === 'named';

/** Every person that the job's log names, the longest name first: a name may be part of another. */
function namesIn(job: NamedInJob): readonly string[] {
  const names = new Set([
    job.row.installer,
    ...job.reviewers,
    ...(job.row.review.reviewer === null ? [] : [job.row.review.reviewer]),
    ...job.named.people,
  ]);
  return [...names].filter((name) => name.trim() !== '').toSorted((one, other) => other.length - one.length);
}

/** Minimum length of a scanned code that is masked anywhere in a text. */
const SCANNED_WORD = 6;

/**
 * The car as the job knows it in the end, and as any entry named it: before a correction, another car that was chosen first, or the VIN
 * of another car that was scanned.
 */
function carWords(
  job: NamedInJob,
  shown: Discreet['row'],
  leftOut: string,
  vin: (said: string) => string,
): readonly Replacement[] {
  const pairs = new Map([
    ...scannedVins(job).map((said) => [said, vin(said)] as const),
    ...job.named.cars.map((said) => [said, leftOut] as const),
    [job.row.carName ?? '', shown.carName ?? leftOut],
    [job.row.plate ?? '', shown.plate ?? leftOut],
    [job.row.vin ?? '', shown.vin ?? leftOut],
  ]);
  return [...pairs]
    .filter(([said]) => bare(said) !== '')
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([said, by]) => ({ key: keyOf(said), found: () => spacedAnyhow(said), by: () => by }));
}

/** A word that gives way to another. */
interface Replacement {
  /** Every text that has the word has this in its own key. */
  readonly key: string;
  readonly found: () => RegExp;
  readonly by: (found: string) => string;
}

/**
 * The text after all replacements, each on what the one before left. The pattern of a word is compiled for texts with its key alone:
 * compiling those of 100,000 jobs takes ten minutes.
 */
function replaced(said: string, replacements: readonly Replacement[]): string {
  let text = said;
  let textKey = keyOf(text);
  for (const { key, found, by } of replacements) {
    if (!textKey.includes(key)) continue;
    const after = text.replace(found(), by);
    if (after === text) continue;
    text = after;
    textKey = keyOf(text);
  }
  return text;
}

/** Includes answers to a version of the checklist that this laptop lacks: they contained another VIN than the car's. */
function scannedVins({ answers, named: { differing } }: NamedInJob): readonly string[] {
  const scanned = answers.flatMap(({ asked, answer }) => (isVinScan(asked) ? [answer] : []));
  return [...scanned, ...differing].filter(
    (said): said is string => typeof said === 'string' && bare(said).length >= SCANNED_WORD,
  );
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const alone = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`, 'giu');
const wholeWord = (name: string): RegExp => alone(escaped(name.trim()));

const bare = (said: string): string => said.replace(/[\s·-]+/gu, '');

/**
 * A text without its case, spaces and dashes. Letters that a pattern of `alone` takes for the same have the same key: lower case alone
 * would keep `ſ` from `S` and `ẞ` from `ß`, and makes a `Σ` something else at the end of a word.
 */
export const keyOf = (text: string): string => bare(text.toLowerCase().toUpperCase());

/** A plate is written with spaces, with dashes or with neither. */
const spacedAnyhow = (said: string): RegExp =>
  alone(
    Array.from(bare(said))
      .map(escaped)
      .join(String.raw`[\s·-]*`),
  );

/** The photos and annotations that are part of the job still and for customers: what was removed, or is blurred in another picture, is not shown. */
export function shownPhotos({ photos }: SupervisionJob): readonly JobPhoto[] {
  const withheld = withheldPhotos(photos);
  return photos.filter(({ digest, removedAt }) => removedAt === null && !withheld.has(digest));
}

type LoggedPhoto = ExportedRow['photos'][number];

/** The pictures of a job that show unblurred what another picture of it blurs: no customer gets them. */
export function withheldPhotos(photos: readonly LoggedPhoto[]): ReadonlySet<AttachmentDigest> {
  const annotations = annotationsIn(photos);
  const originals = new Set(annotations.map(({ original }) => original));
  return new Set([...originals].flatMap((digest) => customerPictures(digest, annotations).withheld));
}

/** Turns a job into what may go out of the house. One for each file: people keep their numbers within it. */
type Shown = <Row extends SupervisionRow>(row: Row) => Row & { readonly person: string | null };

/** @param numbered words for the person of a number, in the language of the file. */
export function createShown(
  manner: Pick<ExportManner, 'people' | 'cars'>,
  numbered: (number: number) => string,
): Shown {
  const person = createPeople(manner.people, numbered);
  return (row) => ({
    ...row,
    ...carOf(row, manner.cars),
    person: person(row.installer),
    review: { ...row.review, reviewer: row.review.reviewer === null ? null : person(row.review.reviewer) },
  });
}

function createPeople(
  people: PeopleShown,
  numbered: (number: number) => string,
): (name: string) => string | null {
  const numbers = new Map<string, number>();
  return (name) => {
    switch (people) {
      case 'named':
        return name;
      case 'numbered': {
        const number = numbers.get(name) ?? numbers.size + 1;
        numbers.set(name, number);
        return numbered(number);
      }
      case 'left-out':
        return null;
      default:
        return neverReached(people);
    }
  };
}

const END_OF_PLATE = 3;
const END_OF_VIN = 6;

function carOf(
  { plate, carName, vin }: SupervisionRow,
  cars: CarsShown,
): Pick<SupervisionRow, 'plate' | 'carName' | 'vin'> {
  switch (cars) {
    case 'full':
      return { plate, carName, vin };
    case 'shortened':
      return { plate: end(plate, END_OF_PLATE), carName: null, vin: end(vin, END_OF_VIN) };
    case 'left-out':
      return { plate: null, carName: null, vin: null };
    default:
      return neverReached(cars);
  }
}

const end = (text: string | null, length: number): string | null =>
  text === null ? null : `…${text.slice(-length)}`;
