import { z } from 'zod';
import { instant } from '../time.ts';
import { attachmentDigest } from '../relay/attachments.ts';
import { foldSerial } from './serial.ts';
import { problem, sentence } from '../problem.ts';
import { localText } from './checklist.ts';
import { checklistName } from '../ids.ts';

/* Boxes: their life outside cars, their labels, the checks before one is fitted, and the places of earlier ones. */

/*
 * The life of a Box outside cars: where it is, and whether it may be fitted. Jobs record its installation and removal;
 * people record all other movements (docs/decisions/0051-box-life.md).
 */

/** A Box that is `defective` or `lost` is not fitted. */
export const boxCondition = z.enum(['good', 'defective', 'lost']);
export type BoxCondition = z.infer<typeof boxCondition>;

/**
 * Where a person moves a Box: `site` = delivered to the site of this laptop, `installer` = taken along by the
 * installer, `returned` = back to the supplier or the office.
 */
export const boxTarget = z.enum(['site', 'installer', 'returned']);
export type BoxTarget = z.infer<typeof boxTarget>;

/** `car` = fitted, or chosen for a car; `removed` = taken out of a car, and not moved since. */
export const boxPlace = z.enum([...boxTarget.options, 'car', 'removed']);
export type BoxPlace = z.infer<typeof boxPlace>;

/** The places of a Box that is at hand. */
const AT_HAND: ReadonlySet<BoxPlace> = new Set<BoxPlace>(['site', 'installer', 'removed']);

/** Tests whether a Box can be taken and fitted now. */
export const isAtHand = ({ place, condition }: Pick<StockBox, 'place' | 'condition'>): boolean =>
  place !== null && AT_HAND.has(place) && condition === 'good';

/** A Box as this laptop knows it. */
export const stockBox = z.object({
  serial: z.string(),
  sapNumber: z.string().nullable(),
  /** Null: this laptop knows no movement of it. */
  place: boxPlace.nullable(),
  movedAt: instant.nullable(),
  /** The name of the person who moved it last; '' where the name was removed, and for a Box without a movement. */
  movedBy: z.string(),
  condition: boxCondition,
  /** When it was marked, or taken out as defective or lost; null = never. */
  markedAt: instant.nullable(),
  /** The reason of the mark; '' where no words are known. */
  reason: z.string(),
});
export type StockBox = z.infer<typeof stockBox>;

/** Upper bound of Boxes in one movement: a pallet. */
export const MOST_MOVED = 500;

/** How a supervisor counts a Box: by its place, or as out of use until it is returned or in a car. */
export const stockState = z.enum([...boxPlace.options, 'defective', 'lost']);
export type StockState = z.infer<typeof stockState>;

/** The state of a Box in the stock; null = neither its place nor a fault of it is known. */
export function stockStateOf({
  place,
  condition,
}: {
  readonly place: BoxPlace | null;
  readonly condition: BoxCondition;
}): StockState | null {
  return condition === 'good' || place === 'car' || place === 'returned' ? place : condition;
}

/** Null = all of them. */
export const stockFilter = z.object({
  site: z.string().max(200).nullable(),
  sapNumber: z.string().max(200).nullable(),
  state: stockState.nullable(),
  /** A part of the serial, as typed; '' = all. */
  serial: z.string().max(100),
});
export type StockFilter = z.infer<typeof stockFilter>;

/** The Boxes of one variant at one site; null = not known. */
export const stockLine = z.object({
  site: z.string().nullable(),
  sapNumber: z.string().nullable(),
  counts: z.record(stockState, z.number().int().nonnegative()),
});
export type StockLine = z.infer<typeof stockLine>;

/** One Box of the stock, as a supervisor sees it; null = not known. */
export const stockEntry = z.object({
  serial: z.string(),
  sapNumber: z.string().nullable(),
  site: z.string().nullable(),
  state: stockState,
  condition: boxCondition,
  /** The name of the laptop with the latest report of its place, else of its condition. */
  laptop: z.string().nullable(),
  /** The person of that report; '' where the name was removed. */
  worker: z.string(),
  at: instant,
});
export type StockEntry = z.infer<typeof stockEntry>;

/** The photographed label of a Box. The photo is a file, named by its digest. */
export const boxLabel = z.object({
  digest: attachmentDigest,
  /** The number printed on it: read from its code, or by a person off the picture. Null until it is read. */
  read: z.object({ serial: z.string(), by: z.enum(['code', 'person']) }).nullable(),
  /** When and by whom it was photographed after the Box was chosen; null: before. */
  afterwards: z.object({ at: instant, worker: z.string() }).nullable().default(null),
});
export type BoxLabel = z.infer<typeof boxLabel>;

/**
 * The label of a Box that is about to be taken: the label in hand, or the stored label if the same Box is taken again.
 */
export function labelOf(
  {
    label,
    box,
  }: {
    readonly label: BoxLabel | null;
    readonly box: { readonly serialNumber: string; readonly label: BoxLabel | null } | null;
  },
  serial: string,
): BoxLabel | null {
  if (label !== null || box === null) return label;
  return foldSerial(box.serialNumber) === foldSerial(serial) ? box.label : null;
}

/**
 * Tests whether the label of a taken Box matches it, so that it stays as it is. A missing or unread label, or one
 * photographed afterwards, may still be photographed and read.
 */
export const isSettled = (label: BoxLabel | null): boolean =>
  label !== null && label.read !== null && label.afterwards === null;

/** Replaces a checklist item's name in the log entries about this photo. */
export const LABEL_ITEM = 'box-label';

/** The subject of such an entry. */
export const ABOUT_LABEL = { item: LABEL_ITEM, text: 'Label of the Box' };

/** Upper bound of codes read from one picture. */
export const MOST_LABEL_CODES = 8;

/* The checks of a Box before it is fitted (product.md rule 4). */

/**
 * One pre-flight check. `unchecked`: it could not be checked (offline, or not offered), and is checked before sending.
 */
export const preflightCheck = z.object({
  /**
   * `planned`: the Box is the one that the office planned. `label`: the photographed label shows the same serial.
   * `label-photo`: the checklist requires this comparison.
   */
  check: z.enum([
    'planned',
    'known',
    'defect',
    'label',
    'label-photo',
    'variant',
    'free',
    'service',
    'car-empty',
  ]),
  state: z.enum(['passed', 'refused', 'unchecked']),
  says: sentence,
  /** When the facts behind it were read; null when nothing was read. */
  asOf: instant.nullable(),
  problem: problem.nullable(),
});
export type PreflightCheck = z.infer<typeof preflightCheck>;

/**
 * Tests whether a check of the Box itself is still open. A label that the checklist does not require does not count.
 */
export const isBoxUnchecked = (checks: readonly Pick<PreflightCheck, 'check' | 'state'>[]): boolean =>
  checks.some(({ check, state }) => state === 'unchecked' && check !== 'label');

/*
 * Mounting memory: the place of the Box in earlier jobs of the same model. A checklist contributes by items with these
 * names, also a workshop's own checklist.
 */
export const MOUNTING_PLACE = 'mounting-place';
export const MOUNTING_PLACE_WHERE = 'mounting-place-where';
export const MOUNTING_PHOTOS = 'photo-place';
export const MOUNTING_NOTE = 'note';

/** One place, with the jobs that chose it; the same key's jobs first, then the most frequent. */
export const mountingPlace = z.object({
  /** The option of the item `mounting-place`. */
  place: checklistName,
  words: localText,
  /** The exact place, if the option does not state it; else empty. */
  where: z.string(),
  jobs: z.number().int().positive(),
  /** The number of these jobs that no supervisor returned. */
  rightFirstTime: z.number().int().nonnegative(),
  /** The number of these jobs with the same key. */
  sameKey: z.number().int().nonnegative(),
  lastAt: instant,
  lastBy: z.string(),
  /** The notes for the next installer, newest first. */
  notes: z.array(z.string()),
  photos: z.array(attachmentDigest),
});
export type MountingPlace = z.infer<typeof mountingPlace>;

/** The known mountings of a model. */
export const mountingMemory = z.object({
  places: z.array(mountingPlace),
  /** Whether a relay has the notes of other laptops. */
  shared: z.boolean(),
  /** When other laptops' jobs were last read; null = not yet. */
  readAt: instant.nullable(),
});
export type MountingMemory = z.infer<typeof mountingMemory>;
