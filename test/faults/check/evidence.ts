import type { ReviewId } from '../../../shared/relay/reviews.ts';
import type { Lost } from '../set-back.ts';
import type { LogWitness } from './log-witness.ts';

/** Observations of a run, for the check at its end. */
export interface Evidence {
  /** Each operation that was in the database after the app had said "saved", with the true time before which it was not. */
  readonly acknowledged: Map<string, number>;
  /** Orders the app refused although something of them was kept. */
  readonly refusedButKept: string[];
  /** How often the person has acted on an operation. */
  readonly reactions: Map<string, number>;
  /** How often a person has done this to an operation, by `DEED ID`; `unsure`: the app died over it. */
  readonly deeds: Map<string, Deeds>;
  /** Reviews that the app has said it keeps. */
  readonly reviews: Set<ReviewId>;
  readonly witness: LogWitness;
  /** The rows of each damaged queue.db that could not be read. */
  readonly mended: string[];
  /** The content of the disk before it was set back. */
  readonly lost: Lost;
}

export interface Deeds {
  readonly sure: number;
  readonly unsure: number;
}
