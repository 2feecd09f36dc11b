import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SavedView } from '../../../../shared/domain/supervision.ts';
import type { BoardView } from '../board-view.ts';
import { useMutation } from '../../../data/call.ts';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { acceptSavedViews } from '../../../data/supervision.ts';

/** Asks for the name of a view, a new one or one that is there. */
export function SaveViewDialog({
  view,
  saved,
  onClose,
}: {
  readonly view: BoardView;
  /** The one that gets another name; null = a new one. */
  readonly saved: SavedView | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [name, setName] = useState(saved?.name ?? '');
  const save = useMutation(window.boxwright.supervision.saveView);
  const submit = async () => {
    const answer = await save.run({
      name,
      filter: view.filter,
      period: view.period,
      sort: view.sort,
      ...(saved === null ? {} : { id: saved.id }),
    });
    if (!answer.ok) return;
    acceptSavedViews(answer.value.views);
    onClose();
  };
  return (
    <FormDialog
      title={text(saved === null ? 'installations.views.save' : 'installations.views.rename')}
      size={480}
      act={text('installations.views.saveYes')}
      calling={save}
      ready={name.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={text('installations.views.name')}
        description={saved === null ? text('installations.views.saveSays') : undefined}
        value={name}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
