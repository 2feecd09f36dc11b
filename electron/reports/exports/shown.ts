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
import type { JobToExport } from '../../supervision/copies-reader.ts';
import { namedBy } from '../../supervision/projection/kept-facts.ts';

/** An answer as it is exported. */
export type ShownAnswer = Omit<AnsweredItem, 'samples' | 'worker' | 'earlier'> & {
  readonly earlier: readonly Omit<EarlierAnswer, 'worker'>[];
  /** Number of photos and signatures that are withheld, because they may show a person or car that is left out. */
  readonly photosLeftOut: number;
  /** Annotated copies of its photos, oldest first. */
  readonly annotations: readonly Pick<Annotation, 'digest' | 'original' | 'blurred' | 'at'>[];
};

/** A row of the table as it is exported. */
export type ShownRow = Omit<ExportedRow, 'answers' | 'photos' | 'named' | 'reviewers' | 'chains'> & {
  readonly person: string | null;
  readonly answers: readonly ShownAnswer[];
};

/**
 * Reduces jobs with their answers to the permitted personal and car data. One call per file, because the numbers of
 * persons are the same within a file.
 * @param words in the language of the file: `numbered` names a person by number, `leftOut` replaces a name or a car.
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

/** Masks the reason for a hand-over, which is free text. */
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

/** The personal and car data of one job that may be exported. */
export interface Discreet {
  readonly row: ReturnType<Shown>;
  /** Null where people are left out. */
  readonly person: (name: string) => string | null;
  /** A text of the log with its persons and its car masked in the requested manner. Other words stay unchanged. */
  readonly text: (text: string) => string;
  /** An answer, masked like a text. A code scanned as a VIN is always masked as a VIN, whichever car it identifies. */
  readonly answer: (given: GivenAnswer) => AnsweredItem['answer'];
  /** Whether the kind is exported: a photo may show the plate, and a signature is a name. */
  readonly shows: (kind: 'photo' | 'signature') => boolean;
}

/** The names in a job, from its page. */
export const namedInJob = ({ row, reviews, timeline, checklist }: SupervisionJob): NamedInJob => ({
  row,
  reviewers: reviews.map(({ reviewer }) => reviewer),
  named: namedBy(timeline),
  answers: checklist?.items ?? [],
});

/**
 * @param shown the one of the whole file: the numbers of persons are the same within a file.
 * @param leftOut replaces a name or a car that is left out.
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

/** The form of a VIN. It identifies a car even if no log names it. */
const VIN = /(?<![\p{L}\p{N}])(?=[A-Z]*\d)[A-HJ-NPR-Z\d]{17}(?![\p{L}\p{N}])/giu;

const isVinScan = (asked: GivenAnswer['asked']): boolean => asked?.type === 'scan' && asked.expects === 'vin';

/** The photos that a document in this manner shows. No other photo is fetched. */
export const photosFor = (job: JobToExport, manner: ExportManner): readonly JobPhoto[] =>
  shownPhotos(job).filter(({ kind }) => showsPhotos(manner)(kind));

/** Whether a manner permits photos, and signatures. */
export const showsPhotos =
  ({ people, cars }: Pick<ExportManner, 'people' | 'cars'>): Discreet['shows'] =>
  (kind) =>
    kind === 'photo' ? cars === 'full' : people === 'named';

/** Every person that the job's log names, longest name first, because a name may be part of another. */
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
 * Every name of a car in the job, longest first: those of its final car, those of its log entries (before a
 * correction, or of another car that was chosen first), and scanned VINs of other cars.
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

/** A word and its replacement. */
interface Replacement {
  /** The `keyOf` of the word: the key of each text with the word contains it. */
  readonly key: string;
  readonly found: () => RegExp;
  readonly by: (found: string) => string;
}

/**
 * The text after all replacements, in their order. The pattern of a word is compiled only for texts whose key
 * contains the word's: compiling the patterns of 100,000 jobs takes ten minutes.
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

/** Scanned VINs, including answers to a checklist version that this laptop lacks if they differ from the car's VIN. */
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
 * A text without case, spaces and dashes. Letters that a pattern of `alone` treats as equal have the same key. Lower
 * case alone is not enough: it distinguishes `ſ` from `S` and `ẞ` from `ß`, and changes a `Σ` at the end of a word.
 */
export const keyOf = (text: string): string => bare(text.toLowerCase().toUpperCase());

/** Matches a plate with spaces, with dashes, or with neither. */
const spacedAnyhow = (said: string): RegExp =>
  alone(
    Array.from(bare(said))
      .map(escaped)
      .join(String.raw`[\s·-]*`),
  );

/** The photos and annotations for customers: neither removed nor blurred in another picture. */
export function shownPhotos(job: JobToExport): readonly JobPhoto[] {
  const withheld = withheldOf(job);
  return job.photos.filter(({ digest, removedAt }) => removedAt === null && !withheld.has(digest));
}

/** The pictures of a job that no customer gets. */
export function withheldOf({ photos, photosOfOthers }: JobToExport): ReadonlySet<AttachmentDigest> {
  const withheld = createWithheld();
  for (const ofJob of [photos, ...photosOfOthers]) withheld.add(ofJob);
  return withheld.digests();
}

type LoggedPhoto = ExportedRow['photos'][number];

/**
 * Collects the pictures of several jobs that show unblurred what another picture blurs. No customer gets them. An
 * annotation that several jobs name is blurred if one of them says so.
 */
export function createWithheld(): {
  readonly add: (photosOfJob: readonly LoggedPhoto[]) => void;
  readonly digests: () => ReadonlySet<AttachmentDigest>;
} {
  const annotations = new Map<string, LoggedPhoto>();
  return {
    add: (photos) => {
      for (const photo of photos) {
        if (photo.original === null || photo.removedAt !== null) continue;
        const key = photo.original + photo.digest;
        if (photo.blurred || !annotations.has(key)) annotations.set(key, photo);
      }
    },
    digests: () => {
      const byOriginal = Map.groupBy(annotationsIn([...annotations.values()]), ({ original }) => original);
      return new Set([...byOriginal].flatMap(([digest, all]) => customerPictures(digest, all).withheld));
    },
  };
}

/** Reduces a row to the permitted personal and car data. */
type Shown = <Row extends SupervisionRow>(row: Row) => Row & { readonly person: string | null };

/** Creates the reduction for one file. @param numbered names a person by number, in the language of the file. */
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
