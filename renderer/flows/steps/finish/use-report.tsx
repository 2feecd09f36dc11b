import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { JobView } from '../../../../shared/domain/job.ts';
import type { Problem } from '../../../../shared/problem.ts';
import { FolderButton } from '../../../components/FolderButton.tsx';
import { useMutation } from '../../../data/call.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Verdict } from '../../frame/Verdict.tsx';
import classes from './FinishStep.module.css';
import { ReportLanguage } from './ReportLanguage.tsx';

/** The report of a job: its language, saved as a file, printed, and the folder it is in. */
export function useReport(job: JobView): {
  /** For beside the title. */
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
      <div className={classes['report']}>
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
      </div>
    ),
    outcome:
      done === null ? null : done === 'printed' ? (
        <Verdict tone="done">{text('flow.finish.printed')}</Verdict>
      ) : (
        <Verdict tone="done">
          <p>{text(saved, { path: done.savedAs })}</p>
          <div className={classes['folder']}>
            <FolderButton onShow={() => void showing.run({ path: done.savedAs })} />
          </div>
        </Verdict>
      ),
    problem: saving.problem ?? printing.problem ?? showing.problem,
  };
}
