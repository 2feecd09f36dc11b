import { z } from 'zod';
import { instant } from '../time.ts';

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
