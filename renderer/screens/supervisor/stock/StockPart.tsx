import { Button, Select, TextInput } from '@mantine/core';
import { IconBox, IconFileExport, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type StockLine, type StockState, stockState } from '../../../../shared/domain/boxes.ts';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { Block, Row, Stack, Text } from '../../../components/layout.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { SavedFile } from '../../../components/files.tsx';
import { useMutation } from '../../../data/call.ts';
import { usePreferencesOrDefaults } from '../../../data/laptop.ts';
import { useQuery } from '../../../data/lookup.ts';
import { supervisionTopics } from '../../../data/supervision.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { StockBoxes } from './StockBoxes.tsx';
import classes from './Stock.module.css';

const nothing = {};

/**
 * The Boxes of all laptops: counts by site and variant, the list of single Boxes with a filter, and the list as a
 * file.
 */
export function StockPart() {
  const text = useText();
  const { language } = usePreferencesOrDefaults();
  const { value, problem, refetch } = useQuery(
    window.boxwright.supervision.boxStock,
    nothing,
    supervisionTopics,
  );
  const save = useMutation(window.boxwright.exports.saveStock);
  const show = useMutation(window.boxwright.exports.show);
  const [saved, setSaved] = useState<string | null>(null);
  const [site, setSite] = useState<string | null>(null);
  const [sapNumber, setSapNumber] = useState<string | null>(null);
  const [state, setState] = useState<StockState | null>(null);
  const [serial, setSerial] = useState('');
  const filter = useMemo(() => ({ site, sapNumber, state, serial }), [site, sapNumber, state, serial]);
  const all = value?.lines ?? [];
  const lines = all.filter(
    (line) => (site === null || line.site === site) && (sapNumber === null || line.sapNumber === sapNumber),
  );
  const exportAll = async () => {
    const answer = await save.run({ filter, language });
    if (answer.ok) setSaved(answer.value.path);
  };
  return (
    <Stack gap="2" grow className={classes['part']}>
      <Row gap="2" align="end" wrap>
        <TextInput
          type="search"
          label={text('boxes.stock.serial')}
          value={serial}
          maxLength={100}
          leftSection={<IconSearch size={20} stroke={1.9} aria-hidden />}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setSerial(event.currentTarget.value)}
        />
        <Select
          label={text('boxes.stock.site')}
          placeholder={text('boxes.stock.all')}
          data={namesOf(all, ({ site: named }) => named)}
          value={site}
          onChange={setSite}
          clearable
        />
        <Select
          label={text('boxes.stock.variant')}
          placeholder={text('boxes.stock.all')}
          data={namesOf(all, ({ sapNumber: named }) => named)}
          value={sapNumber}
          onChange={setSapNumber}
          clearable
        />
        <Select
          label={text('boxes.stock.stateLabel')}
          placeholder={text('boxes.stock.all')}
          data={stockState.options.map((value) => ({ value, label: text(`boxes.stock.state.${value}`) }))}
          value={state}
          onChange={(value) => setState(stockState.nullable().parse(value))}
          clearable
        />
        <Button
          variant="default"
          leftSection={<IconFileExport size={20} stroke={1.8} aria-hidden />}
          loading={save.busy}
          disabled={all.length === 0}
          onClick={() => void exportAll()}
        >
          {text('boxes.stock.save')}
        </Button>
        {saved !== null && <SavedFile onShow={(how) => void show.run({ path: saved, how })} />}
      </Row>
      {save.problem !== null && <ProblemNotice problem={save.problem} />}
      {problem !== null && <ProblemNotice problem={problem} onRetry={refetch} />}
      {value === null && problem === null && <RowsSkeleton rows={4} />}
      {value !== null && all.length === 0 && (
        <EmptyState icon={IconBox} title={text('boxes.stock.none')}>
          {text('boxes.stock.noneSays')}
        </EmptyState>
      )}
      {lines.length > 0 && <StockTable lines={lines} />}
      {all.length > 0 && <StockBoxes filter={filter} />}
    </Stack>
  );
}

const namesOf = (lines: readonly StockLine[], nameOf: (line: StockLine) => string | null): string[] => [
  ...new Set(lines.flatMap((line) => nameOf(line) ?? [])),
];

/** One line for each site and variant; zeros are omitted, so that the numbers stand out. */
function StockTable({ lines }: { readonly lines: readonly StockLine[] }) {
  const text = useText();
  const format = useFormat();
  return (
    <Block card className={classes['frame']}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{text('boxes.stock.site')}</th>
            <th scope="col">{text('boxes.stock.variant')}</th>
            {stockState.options.map((state) => (
              <th key={state} scope="col" className={classes['number']}>
                {text(`boxes.stock.state.${state}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ site, sapNumber, counts }) => (
            <tr key={JSON.stringify([site, sapNumber])}>
              <th scope="row">{site ?? text('boxes.stock.unknown')}</th>
              <td>{sapNumber === null ? text('boxes.stock.unknown') : <Text mono>{sapNumber}</Text>}</td>
              {stockState.options.map((state) => (
                <td key={state} className={classes['number']}>
                  {counts[state] === 0 ? '' : format.number(counts[state])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Block>
  );
}
