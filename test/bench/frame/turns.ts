/** One that takes part in a bench. */
export type Contender<Figures> = { readonly name: string; readonly round: () => Promise<Figures> };

/**
 * Rounds in turn, so that a machine that gets slower does so for all; the first round of each only warms up and is
 * thrown away, unless they are warm. Every second round goes backwards, so that no contender always follows the same neighbour.
 */
export async function inTurn<Figures>(
  contenders: readonly Contender<Figures>[],
  rounds: number,
  start: 'warm-up' | 'no warm-up' = 'warm-up',
): Promise<ReadonlyMap<string, readonly Figures[]>> {
  const taken = new Map<string, Figures[]>(contenders.map(({ name }) => [name, []]));
  for (let round = start === 'warm-up' ? 0 : 1; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const { name, round: once } of order) {
      const figures = await once();
      if (round > 0) taken.get(name)?.push(figures);
    }
  }
  return taken;
}

/** Each round of one as a share of the other's round at the same time. */
export const ratios = (ours: readonly number[], theirs: readonly number[]): readonly number[] =>
  ours.map((value, index) => value / (theirs[index] ?? Number.NaN));
