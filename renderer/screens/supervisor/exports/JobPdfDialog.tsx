import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { ExportManner } from '../../../../shared/domain/supervision-export.ts';
import type { JobId } from '../../../../shared/ids.ts';
import { useMutation } from '../../../data/call.ts';
import { useText } from '../../../i18n/use-text.ts';
import { usePreferencesOrDefaults } from '../../../data/preferences.ts';
import { MannerQuestions } from './MannerQuestions.tsx';
import { SavingFoot } from './SavingFoot.tsx';
import classes from './Export.module.css';

/** One job on paper: what it may say of persons and cars, in which language, and where the file goes. */
export function JobPdfDialog({ jobId, onClose }: { readonly jobId: JobId; readonly onClose: () => void }) {
  const text = useText();
  const preferences = usePreferencesOrDefaults();
  const [manner, setManner] = useState<ExportManner>({
    people: 'named',
    cars: 'full',
    language: preferences.language,
  });
  const [path, setPath] = useState<string | null>(null);
  const saveJob = useMutation(window.boxwright.exports.saveJob);

  const save = async () => {
    setPath(null);
    const answer = await saveJob.run({ jobId, manner });
    if (answer.ok) setPath(answer.value.path);
  };
  return (
    <Modal opened onClose={onClose} title={text('exports.job.title')} size={680}>
      <div className={classes['questions']}>
        <p className={classes['says']}>{text('exports.job.says')}</p>
        <MannerQuestions manner={manner} withLanguage onChange={setManner} />
      </div>
      <SavingFoot
        problem={saveJob.problem}
        path={path}
        unready={false}
        onSave={() => void save()}
        onClose={onClose}
      />
    </Modal>
  );
}
