/** What was seen while a run went on, for the check at its end. */
export interface Evidence {
  /** Ids of operations that were in the database when the app had said "saved". */
  readonly acknowledged: Set<string>;
  /** Orders the app refused although something of them was kept. */
  readonly refusedButKept: string[];
  /** How often the person has acted on an operation. */
  readonly reactions: Map<string, number>;
}
