import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../shared/time.ts';
import type { ReworkAnswer } from '../../shared/domain/reviewing.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import type { JobId } from '../../shared/ids.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import type { ReviewId } from '../../shared/relay/reviews.ts';
import {
  MOST_SAVED_VIEWS,
  type SavedView,
  savedView,
  type SavedViewId,
} from '../../shared/domain/supervision.ts';
import { boundedText, typedText } from '../../shared/domain/typed-text.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Database } from '../db/open.ts';
import { entriesOfJob, ordinalOf } from '../db/tables/supervision/logs.ts';
import type { Ids } from '../base/ids.ts';
import type { ProfileFolder } from '../profiles/profile.ts';
import { createSettingsFile, type SettingsStore } from '../profiles/settings-store.ts';
import type { QueueTarget } from '../operations/queue/parts.ts';
import type { RelayClient } from '../relay/client.ts';
import type { KeyExchange } from '../trust/device-key.ts';
import { createPhotos, type PicturesOfAll } from './copies-reader.ts';
import type { JobFacts } from './projection/job-facts.ts';
import { assembleFacts } from './projection/assemble-facts.ts';
import { checksOfApproval } from './project-jobs.ts';
import { createSupervision, type Supervision } from './supervision.ts';
import { createSupervisorAutostart } from './read-logs.ts';

/** The supervisor's side of an open profile. */
export interface Supervising {
  readonly copies: Supervision;
  readonly photos: PicturesOfAll;
  readonly views: SavedViews;
  /**
   * Starts reading if the token is a supervisor's. On an installer's laptop the file is opened only on request. The
   * reader reports a failure to open.
   */
  readonly startReading: () => void;
  readonly relayIsBack: () => void;
  /** The names of the checks that failed for any laptop's job; null = the job is in no log. */
  readonly checksNotGreen: (job: JobId) => readonly string[] | null;
  /** The installers' answers to a rework request on any laptop, by their log. */
  readonly answerTo: (job: JobId, review: ReviewId) => ReworkAnswer;
  readonly stop: () => Promise<void>;
}

/** Assembles the parts. No file is opened and no request made before `startReading` or the first read. */
export function openSupervising(parts: {
  readonly place: ProfileFolder;
  /** queue.db. */
  readonly database: Database;
  readonly relay: Pick<RelayClient, 'logEntries' | 'me' | 'attachment'> | null;
  readonly target: QueueTarget;
  readonly keys: Pick<KeyExchange, 'refresh'>;
  readonly ids: Pick<Ids, 'savedView'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly ownPicture: (digest: AttachmentDigest) => string | null;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
  readonly report: (event: string, cause: unknown) => void;
}): Supervising {
  const { place, database, relay, target, report } = parts;
  const { environment, customerId } = target;
  const copies = createSupervision({
    file: place.supervisionFile,
    queue: database.sqlite,
    client: relay,
    environment,
    customerId,
    refreshKeys: parts.keys.refresh,
    clock: parts.clock,
    random: parts.random,
    publish: parts.publish,
    report,
  });
  const begin = createSupervisorAutostart(relay, () => {
    try {
      copies.start();
    } catch (cause) {
      report('supervision.not-opened', cause);
    }
  });
  const factsOf = (job: JobId): JobFacts | null => {
    const { sqlite } = copies.start();
    const ordinal = ordinalOf(sqlite, job);
    const entries = ordinal === null ? [] : entriesOfJob(sqlite, ordinal);
    return entries.length === 0 ? null : assembleFacts(entries).facts;
  };
  return {
    copies,
    photos: createPhotos({ client: relay, environment, customerId, own: parts.ownPicture }),
    views: createSavedViews(createSettingsFile(join(place.folder, 'supervision-views.json')), parts.ids),
    startReading: begin.checkRole,
    relayIsBack: () => {
      begin.relayIsBack();
      copies.relayIsBack();
    },
    checksNotGreen: (job) => checksOfApproval(copies.start().sqlite, job),
    answerTo: (job, review) => {
      const facts = factsOf(job);
      if (facts?.answered.has(review) === true) return 'done';
      return facts?.begun.has(review) === true ? 'begun' : 'none';
    },
    stop: async () => {
      await begin.stop();
      await copies.stop();
    },
  };
}

/* The saved views of the supervisor's table. */

const LONGEST_NAME = 80;

/** Named filters. Each belongs to its worker only. */
export interface SavedViews {
  readonly list: (worker: string) => SavedView[];
  /** ProblemError `name-missing`, `name-too-long`, `name-taken`, `input-invalid` when there are too many. */
  readonly save: (
    worker: string,
    view: Omit<SavedView, 'id'> & { readonly id?: SavedViewId | undefined },
  ) => SavedView[];
  readonly remove: (worker: string, id: SavedViewId) => SavedView[];
  /** The views of all workers whose name, filter or worker contains the words. */
  readonly containing: (says: (text: string) => boolean) => readonly SavedViewId[];
  /** Deletes these views of all workers. */
  readonly removeEach: (goes: (id: SavedViewId) => boolean) => void;
}

/** An unreadable view is left out, and deleted at the next change. */
const kept = z
  .array(z.unknown())
  .catch([])
  .transform((rows) => rows.flatMap((row) => mine.safeParse(row).data ?? []));
const mine = savedView.extend({ worker: z.string() });

/** Stores them in a document of the profile. */
export function createSavedViews(settings: SettingsStore, ids: Pick<Ids, 'savedView'>): SavedViews {
  const all = () => kept.parse(settings.read() ?? []);
  const list = (worker: string): SavedView[] =>
    all()
      .filter((view) => view.worker === worker)
      .map(({ worker: _worker, ...view }) => view)
      .toSorted((one, other) => one.name.localeCompare(other.name));
  return {
    list,
    save: (worker, { id = ids.savedView(), ...view }) => {
      const name = boundedText(typedText(view.name) ?? '', 'name', LONGEST_NAME);
      if (name === '') throw new ProblemError(makeProblem('name-missing'));
      const others = list(worker).filter((other) => other.id !== id);
      if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
        throw new ProblemError(makeProblem('name-taken', { name }));
      }
      if (others.length >= MOST_SAVED_VIEWS) {
        throw new ProblemError(makeProblem('input-invalid', { field: 'views' }));
      }
      settings.write([...all().filter((other) => other.id !== id), { ...view, id, name, worker }]);
      return list(worker);
    },
    remove: (worker, id) => {
      settings.write(all().filter((view) => view.worker !== worker || view.id !== id));
      return list(worker);
    },
    containing: (says) =>
      all()
        .filter((view) => says(JSON.stringify(view)))
        .map(({ id }) => id),
    removeEach: (goes) => {
      const before = all();
      const left = before.filter(({ id }) => !goes(id));
      if (left.length < before.length) settings.write(left);
    },
  };
}
