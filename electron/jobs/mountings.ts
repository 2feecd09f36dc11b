import { z } from 'zod';
import { type Annotation, customerPictures } from '../../shared/domain/annotation.ts';
import {
  type MountingMemory,
  type MountingPlace,
  MOUNTING_NOTE,
  MOUNTING_PHOTOS,
  MOUNTING_PLACE,
  MOUNTING_PLACE_WHERE,
} from '../../shared/domain/boxes.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import type { JobId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/time.ts';
import {
  type ChecklistAnswers,
  type ChecklistTemplate,
  type LocalText,
  localText,
} from '../../shared/domain/checklist.ts';
import { askedItems, type KnownForChecklist } from '../../shared/domain/checklist-asking.ts';
import { readJson } from '../../shared/parsing.ts';
import { attachmentDigest } from '../../shared/relay/attachments.ts';
import type { LogFactsOf } from '../../shared/log/entries.ts';
import type { Sqlite } from '../db/open.ts';
import { readLogFeed, mountingsElsewhere } from '../db/tables/directory/mountings.ts';
import { mountingsHere } from '../db/tables/queue/log-entries.ts';
import { jobsSentBack } from '../db/tables/queue/reviews.ts';
import { loadJob, type JobParts } from './change.ts';
import { knownOf } from './job-checklist.ts';

/*
 * The mounting memory: where the Box sat in earlier jobs of the same model. A finished checklist writes the log entry
 * `box-mounted`. The memory merges this laptop's log with the notes of other laptops (copies in directory.db); a job
 * counts once.
 */

/** Upper bound of mountings read per model, newest first: older places have been corrected since. */
const MOST_ROWS_READ = 300;
const PLACES_SHOWN = 3;
const NOTES_SHOWN = 2;
const PHOTOS_SHOWN = 2;

/** The mounting place of one job. */
interface Placed extends Mounting {
  readonly job: JobId;
  readonly at: Instant;
  readonly worker: string;
}

/**
 * Where the Box was mounted in other jobs of this model, from this laptop's log and from the other laptops' notes at
 * the relay. ProblemError `not-found`.
 */
export function mountingMemory(
  { database }: Pick<JobParts, 'database'>,
  { copies, shared }: { readonly copies: Sqlite; readonly shared: boolean },
  job: JobId,
): MountingMemory {
  const known = knownOf(loadJob(database.sqlite, job).data);
  const about = modelOf(known);
  const readAt = readLogFeed(copies, 'box-mounted')?.read_at ?? null;
  if (about === null) return { places: [], shared, readAt };
  const newest = new Map<JobId, Placed>();
  const rows = [
    ...mountingsHere(database.sqlite, about, MOST_ROWS_READ),
    ...mountingsElsewhere(copies, about, MOST_ROWS_READ),
  ];
  for (const { job_id: of, at, worker, data } of rows) {
    const mounting = readMounting(data);
    // The relay also returns the jobs of this laptop, and a checklist may be closed more than once.
    if (mounting === null || of === job || (newest.get(of)?.at ?? -1) >= at) continue;
    newest.set(of, { ...mounting, job: of, at, worker });
  }
  const form = known.keyForm === null ? null : foldForSearch(known.keyForm);
  const sentBack = jobsSentBack(database.sqlite);
  const places = Map.groupBy(newest.values(), ({ place, where }) => `${place} ${foldForSearch(where)}`);
  return {
    places: [...places.values()]
      .map((placed) => placeOf(placed, form, sentBack))
      .filter((place) => place !== null)
      .toSorted(
        (one, other) => other.sameKey - one.sameKey || other.jobs - one.jobs || other.lastAt - one.lastAt,
      )
      .slice(0, PLACES_SHOWN),
    shared,
    readAt,
  };
}

function placeOf(
  placed: readonly Placed[],
  form: string | null,
  sentBack: ReadonlySet<JobId>,
): MountingPlace | null {
  const newestFirst = placed.toSorted((one, other) => other.at - one.at);
  const [last] = newestFirst;
  if (last === undefined) return null;
  const notes = newestFirst.map(({ note }) => note.trim()).filter((note) => note !== '');
  return {
    place: last.place,
    words: last.words,
    where: last.where,
    jobs: placed.length,
    rightFirstTime: placed.filter(({ job }) => !sentBack.has(job)).length,
    sameKey: placed.filter((one) => form !== null && one.form !== null && foldForSearch(one.form) === form)
      .length,
    lastAt: last.at,
    lastBy: last.worker,
    notes: [...new Set(notes)].slice(0, NOTES_SHOWN),
    photos: [...new Set(newestFirst.flatMap(({ photos }) => photos.slice(0, 1)))].slice(0, PHOTOS_SHOWN),
  };
}

/** The comparison key of a model: make and model, folded as for a search. Null where neither is known. */
function modelOf({ brand, model }: Pick<KnownForChecklist, 'brand' | 'model'>): string | null {
  const folded = [brand ?? '', model ?? ''].map(foldForSearch);
  return folded.every((part) => part === '') ? null : folded.join('|');
}

/**
 * The mounting note of a finished checklist for the next person who fits this model, as the data of the log entry
 * `box-mounted`. Null if the checklist has no item for the place, or the model is unknown. The place is stored in every
 * language of the checklist, because the reader may not have that checklist.
 */
export function mountingNote(
  { template, answers }: { readonly template: ChecklistTemplate; readonly answers: ChecklistAnswers },
  annotations: readonly Annotation[],
  known: KnownForChecklist,
): LogFactsOf<'box-mounted'> | null {
  const about = modelOf(known);
  const asked = askedItems(template, answers, known);
  const item = asked.find(({ id }) => id === MOUNTING_PLACE);
  const place = answers[MOUNTING_PLACE];
  const option = item?.type === 'choice' ? item.options.find(({ id }) => id === place) : undefined;
  if (about === null || option === undefined) return null;
  const words = Object.entries(option.text).map(([language, text]) => [`place:${language}`, text] as const);
  const typed = (id: string): string => {
    const answer = asked.some((other) => other.id === id) ? answers[id] : undefined;
    return typeof answer === 'string' ? answer : '';
  };
  const photos = answers[MOUNTING_PHOTOS];
  return {
    about,
    form: known.keyForm,
    place: option.id,
    ...Object.fromEntries(words),
    where: typed(MOUNTING_PLACE_WHERE),
    note: typed(MOUNTING_NOTE),
    // Colleagues see the customer's version of the photo: the newest annotation, or the blurred one.
    photos:
      typeof photos === 'object' && 'photos' in photos
        ? photos.photos.flatMap((one) => customerPictures(one, annotations).shown.slice(0, 1)).join(' ')
        : '',
  };
}

const entry = z.looseObject({
  about: z.string().min(1),
  form: z.string().nullable().default(null),
  place: z.string().regex(/^[a-z0-9-]{1,60}$/),
  where: z.string().default(''),
  note: z.string().default(''),
  photos: z
    .string()
    .default('')
    .transform((text) => text.split(' ').flatMap((one) => attachmentDigest.safeParse(one).data ?? [])),
});

/** A parsed note. */
interface Mounting {
  readonly about: string;
  readonly form: string | null;
  readonly place: string;
  readonly words: LocalText;
  readonly where: string;
  readonly note: string;
  readonly photos: readonly z.infer<typeof attachmentDigest>[];
}

/** Parses the data of a `box-mounted` entry; null if this version cannot read it. */
export function readMounting(data: string): Mounting | null {
  const parsed = entry.safeParse(readJson(data));
  if (!parsed.success) return null;
  const { about, form, place, where, note, photos, ...more } = parsed.data;
  const spoken = Object.entries(more).flatMap(([key, text]) =>
    key.startsWith('place:') ? [[key.slice('place:'.length), text] as const] : [],
  );
  const words = localText.safeParse(Object.fromEntries(spoken));
  return words.success ? { about, form, place, where, note, photos, words: words.data } : null;
}
