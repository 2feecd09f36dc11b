import type { CorrectionField, CorrectionValue } from '../../../../shared/domain/operation-commands.ts';
import type { LogFactsOf } from '../../../../shared/log/entries.ts';
import { makeProblem, ProblemError } from '../../../../shared/problem.ts';
import type { WriteContext } from '../../../db/open.ts';
import { allDependantsOf, dependenciesOf } from '../../../db/tables/queue/dependencies.ts';
import { moveOperation, type OperationRow } from '../../../db/tables/queue/operations.ts';
import { mayCorrect } from '../actions.ts';
import { changesBetween } from '../corrections.ts';
import { payloadDigest } from '../digest.ts';
import { loadOperation } from '../kinds/registry.ts';
import { asItStood, expectState, record, required, type CommandParts } from './guard.ts';
import { relabelled } from './relabel.ts';
import { revise } from './revise.ts';

/** The typed values, by field. */
export type CorrectionValues = Readonly<Partial<Record<CorrectionField, CorrectionValue>>>;

/**
 * Changes what will be sent; what was blocked goes again. Only while it is certain that nothing of it was applied:
 * ProblemError `may-have-left`. Problems of the values: see `correctedPayload`; `nothing-changed`; those of the follower (`box-refused` without a reason).
 */
export function correct(
  context: WriteContext,
  parts: CommandParts,
  row: OperationRow,
  { values, reason }: { readonly values: CorrectionValues; readonly reason: string },
): void {
  expectState(row, ['blocked', 'ready', 'waiting', 'held']);
  if (!mayCorrect(context.sqlite, row)) throw new ProblemError(makeProblem('may-have-left'));
  const before = loadOperation(row);
  if (!before.ok) throw new ProblemError(before.error);
  const stored = before.value.corrected(values);
  if (!stored.ok) throw new ProblemError(stored.error);
  const after = loadOperation({ ...row, payload: stored.value.payload });
  if (!after.ok) throw new ProblemError(after.error);
  const changes = changesBetween(before.value.corrections(), after.value.corrections());
  if (changes.length === 0) throw new ProblemError(makeProblem('nothing-changed'));
  const open = dependenciesOf(context.sqlite, row.id).some(({ state }) => state !== 'done');
  const to = row.state === 'blocked' ? (open ? 'waiting' : 'ready') : row.state;
  revise(context, parts, row, { stored: stored.value, changes, to });
  record(context, parts, row, {
    type: 'operation-corrected',
    data: { ...asItStood(row), revision: row.revision, ...correctedFacts(changes) },
  });
  relabelDependants(context, row);
  parts.follow?.(context, required(context, row.id), reason);
}

/** The dependants of a corrected car or group name it by its new name. Their requests do not change by it. */
function relabelDependants(context: WriteContext, { id }: OperationRow): void {
  const rename = relabelled(required(context, id));
  for (const row of allDependantsOf(context.sqlite, id)) {
    if (row.state !== 'waiting' && row.state !== 'held') continue;
    const loaded = loadOperation(row);
    const named = loaded.ok ? loaded.value.rewritten(rename) : loaded;
    if (!named.ok || named.value.payload === row.payload) continue;
    moveOperation(context, row, row.state, row.updated_at, {
      payload: named.value.payload,
      payload_digest: payloadDigest(named.value.payload),
    });
  }
}

/** The log holds no e-mail address; both values stay in the operation's revisions. */
const kept = 'emailAddress' satisfies CorrectionField;
type CorrectedFact = `${Exclude<CorrectionField, typeof kept>} ${'before' | 'after'}`;

function correctedFacts(
  changes: ReturnType<typeof changesBetween>,
): Pick<LogFactsOf<'operation-corrected'>, CorrectedFact> {
  const facts: Partial<Record<CorrectedFact, CorrectionValue>> = {};
  for (const { field, before, after } of changes) {
    if (field === kept) continue;
    facts[`${field} before`] = before;
    facts[`${field} after`] = after;
  }
  return facts;
}
