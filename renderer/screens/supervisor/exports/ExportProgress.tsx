import { Button, Progress } from '@mantine/core';
import type { ExportState } from '../../../../shared/domain/supervision-export.ts';
import { useMutation } from '../../../data/call.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import classes from './Export.module.css';

/** The running task, in words with `done` and `total`. */
const WORDS = {
  columns: 'exports.reading',
  table: 'exports.writing',
  sheet: 'exports.writing',
  job: 'exports.job.fetching',
  pages: 'exports.pack.pages',
  photos: 'exports.job.fetching',
  logs: 'exports.pack.logs',
} as const satisfies Readonly<Record<NonNullable<ExportState['task']>['what'], string>>;

/** How far the file is, and how to stop it. */
export function ExportProgress({ task }: { readonly task: NonNullable<ExportState['task']> }) {
  const text = useText();
  const format = useFormat();
  const stop = useMutation(window.boxwright.exports.stop);
  const { what, done, total } = task;
  const word =
    total === null
      ? text('exports.preparing')
      : text(WORDS[what], {
          done: format.number(done),
          total: format.number(total),
        });
  return (
    <div className={classes['progress']}>
      <div className={classes['bar']}>
        <p>{word}</p>
        <Progress value={total === null || total === 0 ? 0 : (100 * done) / total} aria-label={word} />
      </div>
      <Button variant="default" onClick={() => void stop.run({})}>
        {text('exports.stop')}
      </Button>
    </div>
  );
}
