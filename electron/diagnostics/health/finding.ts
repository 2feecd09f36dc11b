import type { HealthAct, HealthFinding, HealthPart } from '../../../shared/domain/diagnostics.ts';
import type { Problem } from '../../../shared/problem.ts';

type Params = Readonly<Record<string, string | number>>;

/** A part that is as it should be: `health.good.PART`, or `health.good.PART-HOW`. */
export const good = (
  part: HealthPart,
  params: Params = {},
  { how, raw = null }: { readonly how?: string; readonly raw?: string | null } = {},
): HealthFinding => ({
  part,
  state: 'good',
  says: { key: `health.good.${how === undefined ? part : `${part}-${how}`}`, params: { ...params } },
  raw,
});

/** A part that has nothing to check, or no answer: `health.unchecked.PART`. */
export const unchecked = (part: HealthPart, raw: string | null = null): HealthFinding => ({
  part,
  state: 'unchecked',
  says: { key: `health.unchecked.${part}`, params: {} },
  raw,
});

/** Work goes on, and a person should act. */
export const attention = (
  part: HealthPart,
  problem: Problem,
  act: HealthAct | null = null,
): HealthFinding => ({ part, state: 'attention', problem, act });

/** Something does not work until a person acts. */
export const broken = (part: HealthPart, problem: Problem, act: HealthAct | null = null): HealthFinding => ({
  part,
  state: 'broken',
  problem,
  act,
});
