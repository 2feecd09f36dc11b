import type { Problem } from '../../../../shared/problem.ts';
import type { DirectorySection } from '../../../navigation/route.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../../components/EmptyState.tsx';
import { useText } from '../../../i18n/use-text.ts';
import type { Subject } from '../writes/writes.ts';
import { DetailPane } from './DetailPane.tsx';

/** In place of what is open while it is read, or when this laptop does not know it. */
export function NotHere({
  section,
  problem,
  onAgain,
  about,
}: {
  readonly section: Exclude<DirectorySection, 'customers'>;
  /** Null while it is read. */
  readonly problem: Problem | null;
  readonly onAgain: () => void;
  /** Replaces the open row: the change that removed it is still shown. */
  readonly about?: Subject;
}) {
  const text = useText();
  const label = text(problem === null ? 'common.loading' : 'common.unknown');
  return (
    <DetailPane
      section={section}
      label={label}
      title={problem === null ? null : label}
      {...(about === undefined ? {} : { about })}
    >
      {problem === null ? (
        <RowsSkeleton rows={3} height={96} />
      ) : (
        <ProblemNotice problem={problem} tone="attention" onAgain={onAgain} />
      )}
    </DetailPane>
  );
}
