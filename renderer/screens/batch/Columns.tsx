import { Select } from '@mantine/core';
import { batchField, type BatchField } from '../../../shared/domain/batch.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './Batch.module.css';
import type { ReadList } from './read-csv.ts';

const NOTHING = 'nothing';

/** The meaning of each column, guessed from its heading and changed by hand; with an example from the list. */
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
    // A field is taken by one column only.
    onChange(columns.map((other, at) => (at === index ? field : other === field ? null : other)));
  };
  return (
    <div className={classes['columns']}>
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
    </div>
  );
}

/** The first cell of a column that says something. */
function exampleOf({ lines }: ReadList, index: number): string {
  const cell = lines.find(({ cells }) => (cells[index] ?? '').trim() !== '')?.cells[index];
  return cell?.slice(0, 60) ?? '–';
}
