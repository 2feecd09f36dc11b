import type { MountingMemory, MountingPlace } from '../../../shared/domain/mounting.ts';
import { foldForSearch } from '../../../shared/domain/serial.ts';
import type { JobId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Sqlite } from '../../db/open.ts';
import { readLogFeed, mountingsElsewhere } from '../../db/tables/directory/mountings.ts';
import { mountingsHere } from '../../db/tables/queue/log-entries.ts';
import { jobsSentBack } from '../../db/tables/queue/reviews.ts';
import { loadInstallation } from '../change.ts';
import { knownOf } from '../job-checklist.ts';
import type { JobParts } from '../parts.ts';
import { modelOf, type Mounting, readMounting } from './note.ts';

/** The newest of a model are looked at: older places were mended since. */
const LOOKED_AT = 300;
const PLACES_SHOWN = 3;
const NOTES_SHOWN = 2;
const PHOTOS_SHOWN = 2;

/** One job's place. */
interface Placed extends Mounting {
  readonly job: JobId;
  readonly at: Instant;
  readonly worker: string;
}

/**
 * Where the Box sat in other jobs of this job's model: by the log of this laptop, and by what was read of the others' at
 * the relay. ProblemError `not-found`, `input-invalid`.
 */
export function mountingMemory(
  { database }: Pick<JobParts, 'database'>,
  { copies, shared }: { readonly copies: Sqlite; readonly shared: boolean },
  job: JobId,
): MountingMemory {
  const known = knownOf(loadInstallation(database.sqlite, job).data);
  const about = modelOf(known);
  const readAt = readLogFeed(copies, 'box-mounted')?.read_at ?? null;
  if (about === null) return { places: [], shared, readAt };
  const newest = new Map<JobId, Placed>();
  const rows = [
    ...mountingsHere(database.sqlite, about, LOOKED_AT),
    ...mountingsElsewhere(copies, about, LOOKED_AT),
  ];
  for (const { job_id: of, at, worker, data } of rows) {
    const mounting = readMounting(data);
    // A job of this laptop comes back from the relay as well, and a checklist may be closed twice.
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
