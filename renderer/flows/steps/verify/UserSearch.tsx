import { IconUser } from '@tabler/icons-react';
import { useCallback, useId, useMemo } from 'react';
import type { DirectoryUser } from '../../../../shared/domain/directory.ts';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { PickField } from '../../../components/picking/PickField.tsx';
import { PickList } from '../../../components/picking/PickList.tsx';
import { usePicker } from '../../../components/picking/use-picker.ts';
import classes from './ChosenUser.module.css';

const LIMIT = 30;
const none: readonly DirectoryUser[] = [];

/** Finds the user who gets the test access. Enter takes the marked one. */
export function UserSearch({
  value,
  onChange,
  onTake,
}: {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onTake: (user: DirectoryUser) => void;
}) {
  const text = useText();
  const listId = useId();
  const typed = value.trim().slice(0, 200);
  const found = useQuery(
    window.boxwright.directory.searchUsers,
    useMemo(() => ({ text: typed, limit: LIMIT }), [typed]),
  );
  const rows = found.value?.rows ?? none;
  const take = useCallback((user: DirectoryUser) => onTake(user), [onTake]);
  const picker = usePicker({
    rows,
    settled: found.answers?.text === typed,
    question: typed,
    proposes: false,
    onTake: take,
  });
  return (
    <div className={classes['search']}>
      <PickField
        id={listId}
        label={text('flow.verify.userSearch')}
        value={value}
        onChange={onChange}
        picker={picker}
        takesEnter
      />
      {found.problem !== null && (
        <ProblemNotice problem={found.problem} tone="attention" onAgain={found.refetch} />
      )}
      {found.value === null ? (
        found.problem === null && <RowsSkeleton rows={3} height={64} />
      ) : rows.length === 0 ? (
        <EmptyState icon={IconUser} title={text('flow.verify.userNone', { text: typed })} />
      ) : (
        <PickList
          id={listId}
          label={text('flow.verify.user')}
          picker={picker}
          keyOf={(user) => user.id}
          onTake={take}
        >
          {(user) => (
            <span className={classes['row']}>
              <span className={classes['rowName']}>{user.name}</span>
              {user.emailAddress !== null && <span className={classes['address']}>{user.emailAddress}</span>}
            </span>
          )}
        </PickList>
      )}
    </div>
  );
}
