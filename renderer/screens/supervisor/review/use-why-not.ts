import type { SupervisionRow } from '../../../../shared/domain/supervision.ts';
import type { ApprovalOutcome } from '../../../../shared/ipc/calls/reviewing.ts';
import { neverReached } from '../../../../shared/never.ts';
import { useProblemText, useText } from '../../../i18n/use-text.ts';
import type { NotApproved } from './sorted-for-approval.ts';

/** Checks that have words; a newer version may name others. */
const namedChecks = [
  'car',
  'box',
  'box-checked',
  'finished',
  'confirmed',
  'access-removed',
  'nothing-forced',
  'checklist',
  'access-proven',
] as const;

/** Why a job is not approved: `expected` before, `found` by what became of it. */
export function useWhyNot() {
  const text = useText();
  const problemText = useProblemText();
  const checksOf = (checks: readonly string[]) => {
    const known = namedChecks.filter((name) => checks.includes(name));
    if (known.length === 0) return text('installations.bulk.why.risk');
    return known.map((name) => text(`installations.bulk.check.${name}`)).join(', ');
  };
  return {
    expected: ({ risk }: SupervisionRow, why: NotApproved) =>
      why === 'risk'
        ? text('installations.bulk.riskOf', { why: text('installations.bulk.why.risk'), risk })
        : text(`installations.bulk.why.${why}`),
    found: (outcome: ApprovalOutcome): string => {
      switch (outcome.kind) {
        case 'written':
          return text('installations.reviewing.verdict.approved');
        case 'not-green':
          return checksOf(outcome.checks);
        case 'approved-already':
          return text('installations.bulk.why.approved-already');
        case 'sent-back':
          return text('installations.bulk.why.rework');
        case 'failed':
          return problemText(outcome.problem).says;
        default:
          return neverReached(outcome);
      }
    },
  };
}
