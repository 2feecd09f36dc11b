import { Button, Group } from '@mantine/core';
import type { Problem } from '../../../../shared/problem.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useExports } from '../../../data/exports.ts';
import { ExportProgress } from './ExportProgress.tsx';
import classes from './Export.module.css';

/** The foot of what is handed out: what hindered it, how far it is, where it was saved, and the buttons. */
export function SavingFoot({
  problem,
  path,
  unready,
  onSave,
  onClose,
}: {
  readonly problem: Problem | null;
  /** Where the file is; null = nothing was saved. */
  readonly path: string | null;
  /** Something is still to be chosen. */
  readonly unready: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const task = useExports().value?.task ?? null;
  return (
    <>
      {problem !== null && <ProblemNotice problem={problem} />}
      {task !== null && <ExportProgress task={task} />}
      {path !== null && (
        <p className={classes['saved']} role="status">
          {text('exports.saved', { path })}
        </p>
      )}
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onClose}>
          {text(path === null ? 'common.cancel' : 'common.close')}
        </Button>
        <Button disabled={task !== null || unready} onClick={onSave}>
          {text('exports.save')}
        </Button>
      </Group>
    </>
  );
}
