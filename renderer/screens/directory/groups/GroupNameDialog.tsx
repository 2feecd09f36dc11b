import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { z } from 'zod';
import type { OperationView } from '../../../../shared/domain/operation.ts';
import type { GroupId } from '../../../../shared/ids.ts';
import type { Problem } from '../../../../shared/problem.ts';
import type { Result } from '../../../../shared/result.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import type { Chosen } from '../labels.ts';
import { createFormDrafts } from '../../../data/form-drafts.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';
import { useWrite } from '../writes/writes.ts';
import { groupNameFault } from '../forms.ts';

const useNameDraft = createFormDrafts('group-name', z.object({ name: z.string() }));

/** Creates a group. */
export function NewGroupDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const create = useWrite(window.boxwright.edits.createGroup, ['groups']);
  return (
    <GroupNameDialog
      about="new"
      before=""
      title={text('directory.group.newTitle')}
      act={text('directory.group.newAct')}
      busy={create.busy}
      problem={create.problem}
      onName={(name) => create.run({ name })}
      onClose={onClose}
    />
  );
}

/** Renames a group. */
export function RenameGroupDialog({
  group,
  onClose,
}: {
  readonly group: Chosen<GroupId>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const rename = useWrite(window.boxwright.edits.renameGroup, [`group:${group.id}`]);
  return (
    <GroupNameDialog
      about={String(group.id)}
      before={group.label}
      title={text('directory.group.renameTitle')}
      act={text('directory.group.renameAct')}
      busy={rename.busy}
      problem={rename.problem}
      onName={(name) => rename.run({ groupId: group.id, name })}
      onClose={onClose}
    />
  );
}

function GroupNameDialog({
  about,
  before,
  title,
  act,
  busy,
  problem,
  onName,
  onClose,
}: {
  readonly about: string;
  /** The present name. */
  readonly before: string;
  readonly title: string;
  readonly act: string;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly onName: (name: string) => Promise<Result<OperationView, Problem>>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { form, change, forget } = useNameDraft(about, { name: before });
  const alike = useQuery(
    window.boxwright.directory.searchGroups,
    useMemo(() => ({ text: form.name.trim().slice(0, 200), limit: 50 }), [form.name]),
  );
  const fault = groupNameFault(form.name, before, alike.value?.rows ?? []);
  const words = {
    missing: 'directory.check.groupName',
    unchanged: 'directory.check.nothingChanged',
    taken: 'directory.group.nameTaken',
  } as const;
  return (
    <WriteDialog
      title={title}
      act={act}
      busy={busy}
      problem={problem}
      ready={fault === null}
      onSubmit={async () => {
        const answer = await onName(form.name.trim());
        if (answer.ok) forget();
        return answer.ok;
      }}
      onCancel={forget}
      onClose={onClose}
    >
      {(tried) => (
        <TextInput
          data-autofocus
          label={text('directory.group.name')}
          value={form.name}
          error={fault !== null && (tried || fault === 'taken') ? text(words[fault]) : null}
          onChange={(event) => change({ name: event.currentTarget.value })}
          autoComplete="off"
        />
      )}
    </WriteDialog>
  );
}
