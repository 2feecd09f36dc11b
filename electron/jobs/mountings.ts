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
import type { JobId, Environment, CustomerId } from '../../shared/ids.ts';
import { type Instant, instant, type Clock, MINUTE } from '../../shared/time.ts';
import {
  type ChecklistAnswers,
  type ChecklistTemplate,
  type LocalText,
  localText,
} from '../../shared/domain/checklist.ts';
import { askedItems, type KnownForChecklist } from '../../shared/domain/checklist-asking.ts';
import { readJson } from '../../shared/parsing.ts';
import { attachmentDigest, type AttachmentDigest } from '../../shared/relay/attachments.ts';
import type { LogFactsOf } from '../../shared/log/entries.ts';
import type { SharedNote } from '../../shared/relay/log.ts';
import { canonicalBoxMark } from '../../shared/relay/signing.ts';
import type { Sqlite } from '../db/open.ts';
import {
  readLogFeed,
  mountingsElsewhere,
  hasMountingPhoto,
  namesMountingPhoto,
  newestMountings,
  readMountingPhoto,
  type FeedType,
} from '../db/tables/directory/mountings.ts';
import { mountingsHere } from '../db/tables/queue/log-entries.ts';
import { jobsSentBack } from '../db/tables/queue/reviews.ts';
import type { DirectoryWrite, WritesDirectory } from '../directory/writes.ts';
import type { RelayClient } from '../relay/client.ts';
import { loadJob, type JobParts } from './change.ts';
import { knownOf } from './job-checklist.ts';
import { markIn, unfitBoxIn } from './box-lookup.ts';

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
function readMounting(data: string): Mounting | null {
  const parsed = entry.safeParse(readJson(data));
  if (!parsed.success) return null;
  const { about, form, place, where, note, photos, ...more } = parsed.data;
  const spoken = Object.entries(more).flatMap(([key, text]) =>
    key.startsWith('place:') ? [[key.slice('place:'.length), text] as const] : [],
  );
  const words = localText.safeParse(Object.fromEntries(spoken));
  return words.success ? { about, form, place, where, note, photos, words: words.data } : null;
}

/** The mountings of the customer's other laptops in an open profile. */
export interface SharedMountings {
  /** The local copies of their reports. */
  readonly copies: Sqlite;
  /** True when a relay provides the mountings of other laptops. */
  readonly shared: boolean;
  /** Reads new entries now, and whenever the relay becomes reachable again. */
  readonly startReading: () => void;
  readonly relayIsBack: () => void;
  /** A photo as a data URL; null when it is not available. */
  readonly photo: (digest: AttachmentDigest) => Promise<string | null>;
  /**
   * Called before a removal of personal data deletes copies: an answer that the relay has not given yet is not stored,
   * because it may hold what is removed. Pages of notes are requested again.
   */
  readonly dropAnswers: () => void;
  readonly stop: () => Promise<void>;
}

/** Without a relay (`client` null) only this laptop's mountings are known. No request is made before `startReading`. */
export function createSharedMountings({
  client,
  ...parts
}: Omit<Parameters<typeof createSharedMountingsReader>[0], 'client'> & {
  readonly client: Pick<RelayClient, 'sharedNotes' | 'attachment'> | null;
}): SharedMountings {
  const mountings = client === null ? null : createSharedMountingsReader({ ...parts, client });
  let kept = false;
  return {
    copies: parts.database.sqlite,
    shared: mountings !== null,
    startReading: () => {
      kept = true;
      mountings?.refresh();
    },
    relayIsBack: () => {
      if (kept) mountings?.refresh();
    },
    photo: async (digest) => (await mountings?.photo(digest)) ?? null,
    dropAnswers: () => mountings?.dropAnswers(),
    stop: async () => {
      await mountings?.stop();
    },
  };
}

/** Minimum interval between reads: mountings of the last minutes are not urgent. */
const REFETCH_AFTER_MS = 10 * MINUTE;
/** Photos to prefetch, so that they are available offline. */
const PHOTOS_AT_HAND = 40;

/**
 * The mountings and the marked or defective Boxes of other laptops, read from the relay's shared notes and cached
 * here. The notes name no person.
 */
interface SharedMountingsReader {
  /** Reads new notes in the background. Never fails, because mountings are optional. */
  readonly refresh: () => void;
  /** A photo of another laptop as a data URL, cached or fetched now; null when it is not available. */
  readonly photo: (digest: AttachmentDigest) => Promise<string | null>;
  readonly dropAnswers: () => void;
  /** Aborts running requests. */
  readonly stop: () => Promise<void>;
}

/** The rows that a note becomes. */
type Taken = Partial<Pick<DirectoryWrite & { readonly write: 'notes' }, 'mountings' | 'conditions'>>;

/** Reads into an open directory.db. All copies can be read again at any time. */
function createSharedMountingsReader(parts: {
  readonly database: WritesDirectory & { readonly sqlite: Sqlite };
  readonly client: Pick<RelayClient, 'sharedNotes' | 'attachment'>;
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly clock: Clock;
  /** Reads the keys of the customer's laptops; called where a mark came, whose key may be new. */
  readonly refreshKeys: (signal: AbortSignal) => Promise<unknown>;
  /** Tests whether the note of a job, by the relay's pseudonym, was removed on request. */
  readonly isRemoved: (job: JobId) => boolean;
  readonly report: (cause: unknown) => void;
}): SharedMountingsReader {
  const { database, client, environment, customerId, clock } = parts;
  const stopping = new AbortController();
  const owner = { environment, customerId, signal: stopping.signal };
  let running: Promise<void> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  /** Number of calls of `dropAnswers`. */
  let dropped = 0;

  /**
   * Reads the relay's notes of one type after the newest known entry, or from the beginning if the relay was set back.
   * False: the read is incomplete.
   */
  const readEntries = async (type: FeedType, taken: (note: SharedNote) => Taken): Promise<boolean> => {
    let readUpTo: number | null = null;
    let asked = dropped;
    for (;;) {
      if (asked !== dropped) {
        // The removal may have set the place back: a further page would leave the earlier notes out.
        asked = dropped;
        readUpTo = null;
      }
      const place = readLogFeed(database.sqlite, type);
      const after: number = readUpTo ?? Math.max(0, (place?.sequence ?? 0) - 1);
      const page = await client.sharedNotes({ ...owner, type, after });
      if (!page.ok || stopping.signal.aborted) return false;
      if (asked !== dropped) continue;
      const [first] = page.value.notes;
      const begun = readUpTo === null && place !== null && place.sequence > 0;
      if (begun && (first?.sequence !== place.sequence || first.id !== place.entry_id)) {
        await database.ask({ write: 'notes', mountings: [], conditions: [], type, place: null });
        continue;
      }
      const last = page.value.notes.at(-1);
      const all = page.value.notes.map(taken);
      const sequence = last?.sequence ?? place?.sequence ?? 0;
      // A page without notes may still not be the last one: entries that are not shared are filtered out.
      const isLast = page.value.upToDate || page.value.cursor <= after;
      await database.ask({
        write: 'notes',
        mountings: all.flatMap((one) => one.mountings ?? []),
        conditions: all.flatMap((one) => one.conditions ?? []),
        type,
        place: {
          sequence,
          entry_id: last?.id ?? place?.entry_id ?? null,
          read_at: isLast ? clock.now() : (place?.read_at ?? null),
        },
      });
      if (isLast && asked === dropped) return true;
      readUpTo = page.value.cursor;
    }
  };

  const fetchPhoto = async (digest: AttachmentDigest): Promise<boolean> => {
    const asked = dropped;
    const answer = await client.attachment({ ...owner, sha256: digest });
    if (!answer.ok || stopping.signal.aborted || asked !== dropped) return false;
    const { bytes, mediaType } = answer.value;
    const row = { sha256: digest, media_type: mediaType, fetched_at: clock.now() };
    await database.ask({ write: 'mounting-photo', row, bytes });
    return true;
  };
  const conditionOf =
    (boxIn: typeof markIn) =>
    ({ jobId: job_id, at, data }: SharedNote): Taken => {
      const box = boxIn(data);
      if (box === null) return {};
      const { serialKey, condition, vouched } = box;
      const { key = null, signature = null, markedAt = null } = vouched ?? {};
      const row = {
        serial_key: serialKey,
        job_id,
        condition,
        // A time ahead of this clock would outlive every mark that is made here.
        at: instant.parse(Math.min(markedAt ?? at, clock.now())),
        signed_text:
          markedAt === null
            ? null
            : canonicalBoxMark({ environment, customerId, serialKey, condition, markedAt }),
        key,
        signature,
      };
      return { conditions: [row] };
    };
  const readAll = async (): Promise<void> => {
    const mountingsRead = await readEntries('box-mounted', ({ jobId: job_id, sequence, at: said, data }) => {
      const mounting = readMounting(data);
      if (mounting === null || parts.isRemoved(job_id)) return {};
      // As for a mark of a Box. It must also be a time that a date can hold.
      const at = Math.max(0, Math.min(said, clock.now()));
      return { mountings: [{ job_id, sequence, at, worker: '', about: mounting.about, data }] };
    });
    const removalsRead = await readEntries('box-leaves', conditionOf(unfitBoxIn));
    let marked = false;
    const marksRead = await readEntries('box-marked', (note) => {
      marked = true;
      return conditionOf(markIn)(note);
    });
    if (marked) await parts.refreshKeys(stopping.signal);
    if (!mountingsRead || !removalsRead || !marksRead) return;
    readAt = clock.now();
    const digests = newestMountings(database.sqlite, PHOTOS_AT_HAND).flatMap(
      ({ data }) => readMounting(data)?.photos.slice(0, 1) ?? [],
    );
    for (const digest of digests) {
      if (!hasMountingPhoto(database.sqlite, digest) && !(await fetchPhoto(digest))) return;
    }
  };

  return {
    refresh: () => {
      if (running !== null || clock.now() - readAt < REFETCH_AFTER_MS) return;
      running = readAll()
        .catch(parts.report)
        .finally(() => {
          running = null;
        });
    },
    photo: async (digest) => {
      // Only photos that a log names are fetched, so that the window cannot make the main process fetch anything else.
      const missing = !hasMountingPhoto(database.sqlite, digest);
      if (missing && namesMountingPhoto(database.sqlite, digest)) await fetchPhoto(digest);
      const row = readMountingPhoto(database.sqlite, digest);
      return row === undefined ? null : `data:${row.media_type};base64,${row.bytes.toString('base64')}`;
    },
    dropAnswers: () => {
      dropped += 1;
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
