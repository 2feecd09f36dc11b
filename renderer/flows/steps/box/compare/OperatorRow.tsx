import { Button } from '@mantine/core';
import type { PreflightCheck } from '../../../../../shared/domain/job.ts';
import { compareSerials, foldSerial } from '../../../../../shared/domain/serial.ts';
import type { CallOutput } from '../../../../../shared/ipc/contract.ts';
import { Saying } from '../../../../components/ProblemNotice.tsx';
import { useText } from '../../../../i18n/use-text.ts';
import { CompareRow } from './CompareRow.tsx';
import { Digits, plainCells } from './Digits.tsx';
import classes from './OperatorRow.module.css';

/** The operator's Box, as it was last read. */
export type KnownProduct = Pick<
  NonNullable<CallOutput<'jobs.preflight'>['product']>,
  'serialNumber' | 'type' | 'sapNumber'
>;

/** The operator's name of this Box; where it knows none of this serial, the free Boxes that may have been meant. */
export function OperatorRow({
  serial,
  check,
  product,
  near,
  onTake,
}: {
  readonly serial: string;
  /** Why it could not be compared. */
  readonly check: PreflightCheck | null;
  readonly product: KnownProduct | null;
  readonly near: readonly string[];
  readonly onTake: (serial: string) => void;
}) {
  const text = useText();
  const caption = text('flow.box.compare.operator');
  if (product !== null) {
    const same = foldSerial(product.serialNumber) === foldSerial(serial);
    const cells = same
      ? compareSerials(product.serialNumber, serial).map(({ one }) => ({ character: one, same: true }))
      : plainCells(product.serialNumber);
    return (
      <CompareRow
        state="passed"
        caption={caption}
        aside={
          <span className={classes['product']}>
            {[product.type, product.sapNumber].filter((part) => part !== null && part !== '').join(' · ')}
          </span>
        }
      >
        <Digits cells={cells} whole={product.serialNumber} />
      </CompareRow>
    );
  }
  if (check === null) return null;
  return (
    <CompareRow
      state={check.state}
      {...(check.problem?.code === 'box-unknown' ? { word: text('flow.box.compare.word.unknown') } : {})}
      caption={caption}
      below={near.length === 0 ? undefined : <Near serial={serial} near={near} onTake={onTake} />}
    >
      <p className={classes['says']}>
        <Saying of={check.says} />
      </p>
    </CompareRow>
  );
}

/** Named, digit by digit; nothing is taken before a person confirms it. */
function Near({
  serial,
  near,
  onTake,
}: {
  readonly serial: string;
  readonly near: readonly string[];
  readonly onTake: (serial: string) => void;
}) {
  const text = useText();
  return (
    <div className={classes['near']}>
      <p className={classes['asks']}>{text('flow.box.compare.near.asks')}</p>
      {near.map((meant) => {
        const columns = compareSerials(meant, serial);
        const differs = columns.filter(({ same }) => !same);
        return (
          <div key={meant} className={classes['meant']}>
            <Digits whole={meant} cells={columns.map(({ one, same }) => ({ character: one, same }))} />
            <p className={classes['says']}>
              {differs
                .map(({ one, other, place }) =>
                  text('flow.box.compare.near.digit', { place, near: one ?? '', serial: other ?? '' }),
                )
                .join(' ')}
            </p>
            <Button variant="default" onClick={() => onTake(meant)}>
              {text('flow.box.compare.near.take', { serial: meant })}
            </Button>
          </div>
        );
      })}
    </div>
  );
}
