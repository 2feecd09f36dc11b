import { IconScan } from '@tabler/icons-react';
import type { BoxLabel } from '../../../../../shared/domain/box-label.ts';
import type { PreflightCheck } from '../../../../../shared/domain/job.ts';
import { compareSerials } from '../../../../../shared/domain/serial.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { CompareRow } from './CompareRow.tsx';
import { Digits, plainCells } from './Digits.tsx';
import { LabelRow } from './LabelRow.tsx';
import { type KnownProduct, OperatorRow } from './OperatorRow.tsx';
import type { LabelCalls } from './use-label.ts';
import classes from '../../../../components/Lines.module.css';

/** The checks that this panel tells; the list of the others leaves them out. */
export const isCompared = ({ check }: PreflightCheck): boolean =>
  check === 'known' || check === 'label' || check === 'label-photo';

/**
 * The serial three times beneath each other: as it was scanned or typed, on the photographed label, and at the operator.
 * Equal parts are quiet; different ones are marked digit by digit.
 */
export function ComparePanel({
  serial,
  label,
  checks,
  product,
  near,
  calls,
  onTake,
}: {
  readonly serial: string;
  readonly label: BoxLabel | null;
  readonly checks: readonly PreflightCheck[];
  readonly product: KnownProduct | null;
  /** Free Boxes one slip away. */
  readonly near: readonly string[];
  /** Null where the Box is taken: it is only looked at. */
  readonly calls: LabelCalls | null;
  /** Another number instead of the one that was scanned or typed; null where that stays as it is. */
  readonly onTake: ((serial: string) => void) | null;
}) {
  const text = useText();
  const of = (wanted: PreflightCheck['check']) => checks.find(({ check }) => check === wanted) ?? null;
  const check = of('label');
  const printed = label?.read?.serial ?? null;
  // A label may agree by the Box's other number, which is no slip of this one.
  const columns =
    printed === null || serial === '' || check?.state === 'passed' ? null : compareSerials(printed, serial);
  return (
    <ul className={classes['lines']} aria-label={text('flow.box.compare.title')} aria-live="polite">
      <CompareRow
        sign={<IconScan size={24} stroke={1.8} aria-hidden />}
        state={null}
        caption={text('flow.box.compare.serial')}
      >
        <Digits
          whole={serial}
          cells={columns?.map(({ other, same }) => ({ character: other, same })) ?? plainCells(serial)}
        />
      </CompareRow>
      <LabelRow
        serial={serial}
        label={label}
        columns={columns}
        check={check}
        wanted={of('label-photo')}
        calls={calls}
        onTake={onTake}
      />
      <OperatorRow
        serial={serial}
        check={of('known')}
        product={product}
        near={near}
        onTake={onTake ?? (() => undefined)}
      />
    </ul>
  );
}
