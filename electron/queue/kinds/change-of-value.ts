import type { Problem } from '../../../shared/problem.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { OperatorError } from '../../operator/operator-error.ts';
import type { Finding, Preparation } from './kind.ts';

/** One value that an operation changes. `before`: as it was before the first sending; undefined = not known. */
export interface ChangedValue<Value> {
  readonly asked: Value;
  readonly before: Value | undefined;
  readonly now: Value;
}

/**
 * The result of a read for a change whose answer was lost. A value that is neither the requested one nor the one before is a
 * colleague's: sending again would overwrite it, so a person decides.
 */
export function findingOfChange<Value>(
  values: readonly ChangedValue<Value>[],
  problemOf: (changed: ChangedValue<Value>) => Problem,
): Finding {
  const open = values.filter(({ asked, now }) => now !== asked);
  if (open.length === 0) return { found: 'applied', bindings: {} };
  const colleagues = open.find(({ before, now }) => before !== undefined && now !== before);
  return colleagues === undefined
    ? { found: 'not-applied' }
    : { found: 'not-applied', mayBe: problemOf(colleagues) };
}

/**
 * Reads what is to be changed before the first sending, and keeps it. Where it is not there, or its environment does not show it, the
 * change is sent without: the operator's own answer counts then.
 */
export async function prepareChange<Before>(
  before: { readonly before: Before | null } | null,
  notOffered: (error: OperatorError) => boolean,
  read: () => Promise<Result<Before | null, OperatorError>>,
): Promise<Preparation<{ readonly before: Before | null }>> {
  if (before !== null) return { go: 'send', context: before };
  const found = await read();
  if (!found.ok && found.error.code !== 'not-found' && !notOffered(found.error)) {
    return { go: 'later', error: found.error };
  }
  const value = found.ok ? found : ok(null);
  return { go: 'send', context: { before: value.value } };
}
