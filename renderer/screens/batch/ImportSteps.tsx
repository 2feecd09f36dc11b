import { Button, FileButton, Textarea, Select, Progress } from '@mantine/core';
import { useState, type ReactNode, useEffect, useRef } from 'react';
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react';
import {
  batchField,
  type BatchField,
  type BatchRow,
  type BatchVerdict,
} from '../../../shared/domain/batch.ts';
import { useText } from '../../i18n/use-text.ts';
import { useDropPlace } from '../../navigation/dropped-files.ts';
import { ProblemSentence } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { StateBadge } from '../../components/StateBadge.tsx';
import type { Unreadable, ReadList } from './read-csv.ts';
import { Block, Grid, Row, Stack, Text } from '../../components/layout.tsx';
import classes from './Batch.module.css';

/* The four steps of an import: source, columns, check, preview. */

/** The source of a list: a file, or text pasted from one. */
export function OpenList({
  opened,
  unreadable,
  onFile,
  onPaste,
}: {
  /** The open list; null while there is none. */
  readonly opened: { readonly file: string; readonly lines: number } | null;
  readonly unreadable: Unreadable | null;
  readonly onFile: (file: File) => void;
  readonly onPaste: (content: string) => void;
}) {
  const text = useText();
  const openFile = (file: File | null | undefined) => {
    if (file) onFile(file);
  };
  const place = useDropPlace<HTMLDivElement>('list', ([file]) => openFile(file));
  return (
    <>
      <Row gap="2" align="center" wrap {...place}>
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={openFile}>
          {(props) => (
            <Button {...props} size="lg" variant={opened === null ? 'filled' : 'default'}>
              {text(opened === null ? 'batch.open' : 'batch.openOther')}
            </Button>
          )}
        </FileButton>
        {opened !== null && <p>{text('batch.opened', { file: opened.file, count: opened.lines })}</p>}
      </Row>
      {unreadable !== null && (
        <Text role="alert" as="p" weight="bold" breaks>
          {text(`batch.unreadable.${unreadable}`)}
        </Text>
      )}
      {opened === null && <Pasted onTake={onPaste} />}
    </>
  );
}

function Pasted({ onTake }: { readonly onTake: (content: string) => void }) {
  const text = useText();
  const [pasted, setPasted] = useState('');
  return (
    <>
      <Textarea
        mt="md"
        label={text('batch.paste')}
        description={text('batch.pasteSays')}
        autosize
        minRows={6}
        maxRows={12}
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <Button mt="sm" variant="default" disabled={pasted.trim() === ''} onClick={() => onTake(pasted)}>
        {text('batch.takePasted')}
      </Button>
    </>
  );
}

const NOTHING = 'nothing';

/** The meaning of each column, guessed from its heading and changeable, with an example from the list. */
export function Columns({
  list,
  columns,
  onChange,
}: {
  readonly list: ReadList;
  readonly columns: readonly (BatchField | null)[];
  readonly onChange: (columns: readonly (BatchField | null)[]) => void;
}) {
  const text = useText();
  const choices = [
    { value: NOTHING, label: text('batch.notUsed') },
    ...batchField.options.map((field) => ({ value: field, label: text(`batch.field.${field}`) })),
  ];
  const change = (index: number, value: string | null) => {
    const chosen = batchField.safeParse(value);
    const field = chosen.success ? chosen.data : null;
    // Each field belongs to one column only.
    onChange(columns.map((other, at) => (at === index ? field : other === field ? null : other)));
  };
  return (
    <Grid gap="2" className={classes['columns']}>
      {list.headings.map((heading, index) => (
        <Select
          key={`${index} ${heading}`}
          label={heading === '' ? text('batch.noHeading', { number: index + 1 }) : heading}
          description={exampleOf(list, index)}
          data={choices}
          value={columns[index] ?? NOTHING}
          allowDeselect={false}
          onChange={(value) => change(index, value)}
        />
      ))}
    </Grid>
  );
}

/** The first non-empty cell of a column. */
function exampleOf({ lines }: ReadList, index: number): string {
  const cell = lines.find(({ cells }) => (cells[index] ?? '').trim() !== '')?.cells[index];
  return cell?.slice(0, 60) ?? '–';
}

/** The progress of the row check, and the button that stops it. */
export function Checking({
  done,
  count,
  onStop,
}: {
  readonly done: number;
  readonly count: number;
  readonly onStop: () => void;
}) {
  const text = useText();
  return (
    <Row gap="2" align="center" wrap role="status">
      <Progress
        flex={1}
        value={(done / Math.max(count, 1)) * 100}
        aria-label={text('batch.checking', { done, count })}
      />
      <p>{text('batch.checking', { done, count })}</p>
      <Button variant="default" onClick={onStop}>
        {text('batch.stop')}
      </Button>
    </Row>
  );
}

/** Share of the window's height: content that begins above it is readable without scrolling. */
const IN_VIEW = 0.6;

/** Upper bound of rows shown; a list with more messages should be corrected first. */
const SHOWN = 100;

const signs = {
  refused: { tone: 'trouble', icon: IconCircleX },
  warned: { tone: 'waiting', icon: IconAlertTriangle },
  there: { tone: 'neutral', icon: IconCircleMinus },
  ready: { tone: 'done', icon: IconCircleCheck },
} as const;
const order = ['refused', 'warned', 'there', 'ready'] as const;

/** The preview: the number of rows of each kind, and each row with a message, the worst first. */
export function Verdicts({
  rows,
  verdicts,
  children,
}: {
  readonly rows: readonly BatchRow[];
  readonly verdicts: readonly BatchVerdict[];
  /** The decision about the rows, beneath the numbers. */
  readonly children: ReactNode;
}) {
  const text = useText();
  const top = useRef<HTMLParagraphElement>(null);
  // On a small screen the messages begin below the visible area, and only the button would show that there is a
  // problem.
  useEffect(() => {
    const { top: place = 0 } = top.current?.getBoundingClientRect() ?? {};
    if (place > IN_VIEW * window.innerHeight) top.current?.scrollIntoView({ block: 'start' });
  }, []);
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const sorted = order.flatMap((state) => verdicts.filter((verdict) => verdict.state === state));
  const shown = sorted.slice(0, SHOWN);
  return (
    <Section title={text('batch.preview')}>
      <Row as="p" ref={top} wrap weight="strong" className={classes['counts']} role="status">
        {order.map((state) => {
          const count = verdicts.filter((verdict) => verdict.state === state).length;
          return count === 0 ? null : (
            <StateBadge key={state} tone={signs[state].tone} icon={signs[state].icon}>
              {text(`batch.count.${state}`, { count })}
            </StateBadge>
          );
        })}
      </Row>
      <div className={classes['choice']}>{children}</div>
      <Stack as="ul" gap="1" plain>
        {shown.map((verdict) => {
          const row = byLine.get(verdict.line);
          const { icon: Sign } = signs[verdict.state];
          const label = [row?.licensePlate, row?.vin, row?.name, row?.serial].filter(
            (part) => part !== undefined && part !== '',
          );
          return (
            <Row
              as="li"
              key={verdict.line}
              gap="2"
              align="start"
              className={classes['verdict']}
              data-tone={signs[verdict.state].tone}
            >
              <Sign size={22} stroke={1.9} role="img" aria-label={text(`batch.state.${verdict.state}`)} />
              <Text fixed size="small" line="body" quiet mono className={classes['line']}>
                {text('batch.line', { line: verdict.line })}
              </Text>
              <Block grow narrow>
                <p>{label.join(' · ')}</p>
                {verdict.says.map((sentence, index) => (
                  <Text as="p" key={index} size="small" quiet breaks>
                    <ProblemSentence of={sentence} />
                  </Text>
                ))}
              </Block>
            </Row>
          );
        })}
      </Stack>
      {sorted.length > shown.length && (
        <p>{text('batch.moreRows', { count: sorted.length - shown.length })}</p>
      )}
    </Section>
  );
}
