import { Select } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import type { JobView } from '../../../../shared/domain/job.ts';
import { language } from '../../../../shared/domain/settings.ts';
import { availableLanguages } from '../../../../shared/words/languages.ts';
import { useText } from '../../../i18n/use-text.ts';
import { usePreferencesOrDefaults } from '../../../data/preferences.ts';
import { useJobCall } from '../../use-job-call.ts';
import classes from './FinishStep.module.css';

/** The language of this job's report: the app's, until another is chosen; the next cars of a series keep it. */
export function ReportLanguage({ job }: { readonly job: JobView }) {
  const text = useText();
  const preferences = usePreferencesOrDefaults();
  const choosing = useJobCall(window.boxwright.jobs.chooseReportLanguage);
  return (
    <Select
      aria-label={text('flow.finish.reportLanguage')}
      className={classes['language'] ?? ''}
      classNames={{ input: classes['languageInput'] ?? '' }}
      leftSection={<IconLanguage size={20} stroke={1.8} aria-hidden />}
      title={text('flow.finish.reportLanguage')}
      allowDeselect={false}
      disabled={choosing.busy}
      value={job.reportLanguage ?? preferences.language}
      data={availableLanguages.map((one) => ({ value: one.language, label: one.name }))}
      onChange={(value) => void choosing.run({ jobId: job.id, language: language.parse(value) })}
    />
  );
}
