import { Button, Select } from '@mantine/core';
import { IconPrinter, IconLanguage } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { JobView } from '../../../../shared/domain/job.ts';
import type { Problem } from '../../../../shared/problem.ts';
import { language } from '../../../../shared/domain/settings.ts';
import { availableLanguages } from '../../../../shared/words/speak.ts';
import { SavedFile } from '../../../components/files.tsx';
import { useMutation } from '../../../data/call.ts';
import { useText } from '../../../i18n/use-text.ts';
import { usePreferencesOrDefaults } from '../../../data/laptop.ts';
import { Verdict } from '../../frame/Verdict.tsx';
import { useJobCall } from '../../flow-context.ts';
import { Block, Row } from '../../../components/layout.tsx';
import classes from './Finish.module.css';

/** The report of a job: language, save, print, and the buttons that open it or its folder. */
export function useReport(job: JobView): {
  /** Buttons beside the title. */
  readonly acts: ReactNode;
  /** The result of the last act; null before one. */
  readonly outcome: ReactNode;
  readonly problem: Problem | null;
} {
  const text = useText();
  const saving = useMutation(window.boxwright.jobs.report);
  const printing = useMutation(window.boxwright.jobs.printReport);
  const showing = useMutation(window.boxwright.jobs.showReport);
  const [done, setDone] = useState<{ readonly savedAs: string } | 'printed' | null>(null);
  const save = async () => {
    const answer = await saving.run({ jobId: job.id });
    if (answer.ok && answer.value.path !== null) setDone({ savedAs: answer.value.path });
  };
  const print = async () => {
    const answer = await printing.run({ jobId: job.id });
    if (answer.ok && answer.value.printed) setDone('printed');
  };
  const saved = job.finishedAt === null ? 'flow.finish.reportSavedOpen' : 'flow.finish.reportSaved';
  return {
    acts: (
      <Row gap="1" align="center" justify="end" wrap>
        <ReportLanguage job={job} />
        <Button variant="default" loading={saving.busy} onClick={() => void save()}>
          {text('flow.finish.report')}
        </Button>
        <Button
          variant="default"
          loading={printing.busy}
          leftSection={<IconPrinter size={20} stroke={1.8} aria-hidden />}
          onClick={() => void print()}
        >
          {text('flow.finish.print')}
        </Button>
      </Row>
    ),
    outcome:
      done === null ? null : done === 'printed' ? (
        <Verdict tone="done">{text('flow.finish.printed')}</Verdict>
      ) : (
        <Verdict tone="done">
          <p>{text(saved, { path: done.savedAs })}</p>
          <Block above="1">
            <SavedFile onShow={(how) => void showing.run({ path: done.savedAs, how })} />
          </Block>
        </Verdict>
      ),
    problem: saving.problem ?? printing.problem ?? showing.problem,
  };
}

/** The language of this job's report: the app's by default; the next cars of a series copy the choice. */
function ReportLanguage({ job }: { readonly job: JobView }) {
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
