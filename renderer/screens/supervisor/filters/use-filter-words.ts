import { reviewState, supervisionState } from '../../../../shared/domain/supervision.ts';
import { useText } from '../../../i18n/use-text.ts';
import { jobKind } from '../../../../shared/domain/job-steps.ts';
import { failureFamily } from '../../../../shared/domain/supervision.ts';

/** How the values of the filters are said; '' is what no entry tells. */
export function useFilterWords() {
  const text = useText();
  const named = (value: string) => (value === '' ? text('installations.filter.notReported') : value);
  return {
    named,
    laptop: (value: string) => (value === '' ? text('installations.thisLaptop') : value),
    state: (value: string) => {
      const known = supervisionState.safeParse(value);
      return known.success ? text(`installations.state.${known.data}`) : value;
    },
    review: (value: string) => {
      const known = reviewState.safeParse(value);
      return known.success ? text(`installations.review.${known.data}`) : value;
    },
    kind: (value: string) => {
      const known = jobKind.safeParse(value);
      return known.success ? text(`installations.kind.${known.data}`) : value;
    },
    trouble: (value: string) => {
      const known = failureFamily.safeParse(value);
      return known.success ? text(`supervision.failure.${known.data}`) : named(value);
    },
  };
}
