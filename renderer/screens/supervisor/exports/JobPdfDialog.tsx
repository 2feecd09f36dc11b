import { useState } from 'react';
import type { ExportManner } from '../../../../shared/domain/supervision-export.ts';
import type { JobId } from '../../../../shared/ids.ts';
import { useMutation } from '../../../data/call.ts';
import { useText } from '../../../i18n/use-text.ts';
import { usePreferencesOrDefaults } from '../../../data/laptop.ts';
import { MannerQuestions } from './MannerQuestions.tsx';
import { type SavedFile, SavingDialog } from './SavingDialog.tsx';
import { Text } from '../../../components/layout.tsx';

/** One job as a PDF: the personal and car data in it, the language, and the place of the file. */
export function JobPdfDialog({ jobId, onClose }: { readonly jobId: JobId; readonly onClose: () => void }) {
  const text = useText();
  const preferences = usePreferencesOrDefaults();
  const [manner, setManner] = useState<ExportManner>({
    people: 'named',
    cars: 'full',
    language: preferences.language,
  });
  const [saved, setSaved] = useState<SavedFile | null>(null);
  const saveJob = useMutation(window.boxwright.exports.saveJob);

  const save = async () => {
    setSaved(null);
    const answer = await saveJob.run({ jobId, manner });
    if (answer.ok && answer.value.path !== null) setSaved({ path: answer.value.path });
  };
  return (
    <SavingDialog
      title={text('exports.job.title')}
      saving={saveJob}
      saved={saved}
      onSave={save}
      onClose={onClose}
    >
      <Text as="p" quiet>
        {text('exports.job.says')}
      </Text>
      <MannerQuestions manner={manner} withLanguage onChange={setManner} />
    </SavingDialog>
  );
}
