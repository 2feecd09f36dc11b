import { z } from 'zod';
import { boxCondition } from '../domain/boxes.ts';
import { listOf, readJson } from '../parsing.ts';
import { jobId, logEntryId } from '../ids.ts';
import { neverReached } from '../never.ts';
import { instant } from '../time.ts';

/*
 * Notes that laptops of one customer share without names of people: where a Box was mounted in a model of car, and
 * which Box was marked or removed as defective or lost. All other log data is read by supervisors only.
 */

export const sharedNoteType = z.enum(['box-mounted', 'box-leaves', 'box-marked']);
export type SharedNoteType = z.infer<typeof sharedNoteType>;

const foreign = z.record(z.string(), z.unknown());

/**
 * Members that every laptop may read. Names are looked up in this set only, because a sender's name must never
 * index an object.
 */
const MOUNTING = new Set(['about', 'form', 'place', 'where', 'note', 'photos']);
const isOfMounting = (name: string): boolean => MOUNTING.has(name) || /^place:[a-z-]{2,10}$/.test(name);
const isOfRemoval = (name: string): boolean => name === 'serial' || name === 'reason' || name === 'condition';
const isOfMark = (name: string): boolean => name === 'serial' || name === 'condition';

const serial = z.string().min(1);
/** Only a Box that is unfit: other reasons for its removal are no facts about the Box. */
const unfit = z.union([
  z.looseObject({ serial, reason: z.literal('defective') }),
  z.looseObject({ serial, condition: z.enum(['defective', 'lost']) }),
]);
/** The comment of a mark is not shared. `good` is shared too, because it revokes an earlier mark. */
const mark = z.looseObject({ serial, condition: boxCondition });

/**
 * The part of an entry's data that other laptops may read: the texts of the shared members. Null if there are none.
 *
 * @param data JSON of at most 16 KiB, as it was logged.
 */
export function sharedPart(type: SharedNoteType, data: string): string | null {
  const facts = foreign.safeParse(readJson(data)).data;
  if (facts === undefined) return null;
  const kept = (isShared: (name: string) => boolean): string =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(facts).filter(([name, value]) => isShared(name) && typeof value === 'string'),
      ),
    );
  switch (type) {
    case 'box-mounted':
      return kept(isOfMounting);
    case 'box-leaves':
      return unfit.safeParse(facts).success ? kept(isOfRemoval) : null;
    case 'box-marked':
      return mark.safeParse(facts).success ? kept(isOfMark) : null;
    default:
      return neverReached(type);
  }
}

/** One shared note. */
export const sharedNote = z.object({
  /** The order in which the relay received entries. */
  sequence: z.number().int().positive(),
  id: logEntryId,
  /** A pseudonym of the job's id, or of the entry's, that groups the notes of a job; it gives access to nothing. */
  jobId,
  at: instant,
  type: sharedNoteType,
  /** A JSON object of texts. */
  data: z.string(),
});
export type SharedNote = z.infer<typeof sharedNote>;

/**
 * 200 of `GET /v1/shared-notes?environment&customerId&type&after&limit`: notes about Boxes from the customer's
 * other laptops.
 */
export const sharedNotePage = z.object({
  notes: listOf(sharedNote),
  /** The next cursor; send it as `after`. */
  cursor: z.number().int().nonnegative(),
  /** False: more follows; ask again at once. */
  upToDate: z.boolean(),
});
export type SharedNotePage = z.infer<typeof sharedNotePage>;
