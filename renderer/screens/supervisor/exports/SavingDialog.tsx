import { type ReactNode, useState, useId } from 'react';
import { Button, Progress, Select } from '@mantine/core';
import type { Problem } from '../../../../shared/problem.ts';
import {
  type ExportState,
  carsShown,
  type ExportManner,
  peopleShown,
} from '../../../../shared/domain/supervision-export.ts';
import { language } from '../../../../shared/domain/settings.ts';
import { availableLanguages } from '../../../../shared/words/speak.ts';
import { SavedFile } from '../../../components/files.tsx';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { useMutation } from '../../../data/call.ts';
import { useExports } from '../../../data/tasks.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Row, Text } from '../../../components/layout.tsx';
import { ChoiceTile, ChoiceTiles } from '../../../components/ChoiceTiles.tsx';
import classes from './Export.module.css';

/** A file that was saved. */
export interface SavedFile {
  readonly path: string;
  /** The number of photos that a monthly pack lacks. */
  readonly missing?: number;
}

/** A form that saves a file: its questions, the progress, and the place of the saved file. */
export function SavingDialog({
  title,
  saving,
  saved,
  ready = true,
  onSave,
  onClose,
  children,
}: {
  readonly title: string;
  /** The call that saves. */
  readonly saving: { readonly busy: boolean; readonly problem: Problem | null };
  /** Null = nothing was saved. */
  readonly saved: SavedFile | null;
  /** False while a choice is missing. */
  readonly ready?: boolean;
  readonly onSave: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const text = useText();
  const exporting = useExports().value;
  const task = exporting?.task ?? null;
  // An export that ended while no dialog was open. The own one is in `saved` and `saving`.
  const [asked, setAsked] = useState(false);
  const ended = asked || task !== null ? null : (exporting?.ended ?? null);
  const earlier = ended?.how === 'saved' ? ended : null;
  const shown = saved ?? earlier;
  const missing = shown?.missing ?? 0;
  const showing = useMutation(window.boxwright.exports.show);
  return (
    <FormDialog
      title={title}
      size={840}
      act={text('exports.save')}
      cancel={text(saved === null ? 'common.cancel' : 'common.close')}
      leavable
      ready={ready && task === null}
      calling={{
        busy: saving.busy,
        problem: saving.problem ?? showing.problem ?? (ended?.how === 'failed' ? ended.problem : null),
      }}
      status={
        <>
          {task !== null && <ExportProgress task={task} />}
          {shown !== null && (
            <Row gap="2" align="center" className={classes['saved']}>
              <Text as="div" quiet breaks grow narrow role="status">
                <p>{text(saved === null ? 'exports.savedLast' : 'exports.saved', { path: shown.path })}</p>
                {missing > 0 && <p>{text('exports.pack.missing', { count: missing })}</p>}
              </Text>
              <SavedFile onShow={(how) => void showing.run({ path: shown.path, how })} />
            </Row>
          )}
        </>
      }
      onSubmit={() => {
        setAsked(true);
        return onSave();
      }}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}

/** The running task in words, with `done` and `total`. */
const WORDS = {
  columns: 'exports.reading',
  table: 'exports.writing',
  sheet: 'exports.writing',
  job: 'exports.job.fetching',
  pages: 'exports.pack.pages',
  photos: 'exports.job.fetching',
  logs: 'exports.pack.logs',
} as const satisfies Readonly<Record<NonNullable<ExportState['task']>['what'], string>>;

/** The progress of the file, and the button that stops it. */
function ExportProgress({ task }: { readonly task: NonNullable<ExportState['task']> }) {
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
    <Row gap="2" align="center" className={classes['progress']}>
      <Text as="div" tabular grow narrow>
        <p>{word}</p>
        <Progress value={total === null || total === 0 ? 0 : (100 * done) / total} aria-label={word} />
      </Text>
      <Button variant="default" onClick={() => void stop.run({})}>
        {text('exports.stop')}
      </Button>
    </Row>
  );
}

/** The personal and car data to export, and the language. */
export function MannerQuestions({
  manner,
  withLanguage,
  onChange,
}: {
  readonly manner: ExportManner;
  /** False for data for other programs, which is independent of the language. */
  readonly withLanguage: boolean;
  readonly onChange: (manner: ExportManner) => void;
}) {
  const text = useText();
  return (
    <>
      <Choice
        question={text('exports.people')}
        options={peopleShown.options}
        chosen={manner.people}
        word={(one) => text(`exports.peopleShown.${one}`)}
        onChoose={(people) => onChange({ ...manner, people })}
      />
      <Choice
        question={text('exports.cars')}
        options={carsShown.options}
        chosen={manner.cars}
        word={(one) => text(`exports.carsShown.${one}`)}
        onChoose={(cars) => onChange({ ...manner, cars })}
      />
      {withLanguage && (
        <Select
          label={text('exports.language')}
          allowDeselect={false}
          value={manner.language}
          data={availableLanguages.map((one) => ({ value: one.language, label: one.name }))}
          onChange={(value) => onChange({ ...manner, language: language.parse(value) })}
        />
      )}
    </>
  );
}

/** One question with a few answers. */
export function Choice<Option extends string>({
  question,
  options,
  chosen,
  word,
  onChoose,
}: {
  readonly question: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly word: (option: Option) => string;
  readonly onChoose: (option: Option) => void;
}) {
  const name = useId();
  return (
    <div>
      <Text as="p" weight="strong" below="1" aria-hidden>
        {question}
      </Text>
      <ChoiceTiles label={question}>
        {options.map((option) => (
          <ChoiceTile key={option} name={name} checked={option === chosen} onChoose={() => onChoose(option)}>
            {word(option)}
          </ChoiceTile>
        ))}
      </ChoiceTiles>
    </div>
  );
}
