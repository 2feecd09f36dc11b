import { IconScan } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import type { BoxLabel, PreflightCheck } from '../../../../../shared/domain/boxes.ts';
import { compareSerials, foldSerial } from '../../../../../shared/domain/serial.ts';
import { useText } from '../../../../i18n/use-text.ts';
import type { CallOutput } from '../../../../../shared/ipc/contract.ts';
import { ProblemSentence } from '../../../../components/ProblemNotice.tsx';
import { CompareRow, Digits, plainCells } from './CompareRow.tsx';
import { LabelRow } from './LabelRow.tsx';
import type { LabelCalls } from './use-label.ts';
import { Row, Stack, Text } from '../../../../components/layout.tsx';
import linesClasses from '../../../../components/List.module.css';
import classes from './Compare.module.css';

/** The checks that this panel shows; the list of the other checks leaves them out. */
export const isCompared = ({ check }: PreflightCheck): boolean =>
  check === 'known' || check === 'label' || check === 'label-photo';

/**
 * The serial in three rows: as scanned or typed, on the photographed label, and at the operator. Equal digits are
 * quiet; different ones are marked.
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
  /** Serials of free Boxes that differ from this one by a typing error. */
  readonly near: readonly string[];
  /** Null where the Box is already fitted: the panel is read-only. */
  readonly calls: LabelCalls | null;
  /** Takes another number instead of the scanned or typed one; null where the number is fixed. */
  readonly onTake: ((serial: string) => void) | null;
}) {
  const text = useText();
  const of = (wanted: PreflightCheck['check']) => checks.find(({ check }) => check === wanted) ?? null;
  const check = of('label');
  const printed = label?.read?.serial ?? null;
  // A label whose check passed may carry another number of the same Box, so its differences are not errors.
  const columns =
    printed === null || serial === '' || check?.state === 'passed' ? null : compareSerials(printed, serial);
  return (
    <ul className={linesClasses['lines']} aria-label={text('flow.box.compare.title')} aria-live="polite">
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

/** The operator's data of the Box, as last read. */
type KnownProduct = Pick<
  NonNullable<CallOutput<'jobs.preflight'>['product']>,
  'serialNumber' | 'type' | 'sapNumber'
>;

/**
 * The operator's data of this Box; for a serial that the operator does not know, the free Boxes with a similar serial.
 */
function OperatorRow({
  serial,
  check,
  product,
  near,
  onTake,
}: {
  readonly serial: string;
  /** The reason why it could not be compared. */
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
          <Text size="small" quiet>
            {[product.type, product.sapNumber].filter((part) => part !== null && part !== '').join(' · ')}
          </Text>
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
      <Text as="p" size="small" quiet breaks>
        <ProblemSentence of={check.says} />
      </Text>
    </CompareRow>
  );
}

/** Similar serials with their differing digits; a serial is taken only after a person confirms it. */
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
    <Stack gap="1">
      <Text as="p" weight="bold">
        {text('flow.box.compare.near.asks')}
      </Text>
      {near.map((meant) => {
        const columns = compareSerials(meant, serial);
        const differs = columns.filter(({ same }) => !same);
        return (
          <Row key={meant} align="center" wrap className={classes['meant']}>
            <Digits whole={meant} cells={columns.map(({ one, same }) => ({ character: one, same }))} />
            <Text as="p" size="small" quiet breaks>
              {differs
                .map(({ one, other, place }) =>
                  text('flow.box.compare.near.digit', { place, near: one ?? '', serial: other ?? '' }),
                )
                .join(' ')}
            </Text>
            <Button variant="default" onClick={() => onTake(meant)}>
              {text('flow.box.compare.near.take', { serial: meant })}
            </Button>
          </Row>
        );
      })}
    </Stack>
  );
}
