import { VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconLinkOff,
  IconPencil,
  IconShieldExclamation,
} from '@tabler/icons-react';
import { memo } from 'react';
import type { SupervisionRow } from '../../../../shared/domain/supervision.ts';
import { carTitle, Plate } from '../../../components/CarLine.tsx';
import { Serial } from '../../../components/figures.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { proofBadge, reviewBadges, riskLevel, riskTones, supervisionBadges } from '../supervision-badges.ts';
import { Sign } from '../Sign.tsx';
import { Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './Table.module.css';

/**
 * One job in a row of the table, identified by `data-index`; its selection target has `data-pick`. Memoised, so that it
 * renders only when its data changes.
 */
export const TableRow = memo(function TableRow({
  id,
  row,
  index,
  top,
  active,
  selected,
}: {
  readonly id: string;
  /** Undefined while the row is being read. */
  readonly row: SupervisionRow | undefined;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly selected: boolean;
}) {
  return (
    <div
      id={id}
      role="row"
      className={classes['row']}
      // The header is row 1 of the grid.
      aria-rowindex={index + 2}
      data-index={index}
      aria-selected={selected}
      data-active={active || undefined}
      data-selected={selected || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {row === undefined ? (
        <div role="gridcell" className={classes['coming']} />
      ) : (
        <Cells row={row} selected={selected} />
      )}
    </div>
  );
});

function Cells({ row, selected }: { readonly row: SupervisionRow; readonly selected: boolean }) {
  const text = useText();
  const format = useFormat();
  const name = row.carName ?? text('installations.noCar');
  const title = carTitle({ name, brand: row.brand, model: row.model, licensePlate: row.plate });
  const level = riskLevel(row.risk);
  return (
    <>
      <Row
        role="gridcell"
        align="center"
        justify="center"
        title={text('installations.table.select')}
        data-pick
      >
        <Row
          as="span"
          align="center"
          justify="center"
          className={classes['box']}
          data-checked={selected || undefined}
          aria-hidden
        >
          {selected && <IconCheck size={16} stroke={3} />}
        </Row>
      </Row>
      <Row role="gridcell" align="center" narrow className={classes['plate']}>
        <Plate plate={row.plate} name={name} />
      </Row>
      <div role="gridcell" className={classes['two']}>
        <span className={classes['strong']} title={title}>
          {title}
        </span>
        <span className={classes['small']} title={row.group ?? undefined}>
          {row.kind === 'installation'
            ? row.group
            : [text(`installations.kind.${row.kind}`), row.group].filter((part) => part !== null).join(', ')}
        </span>
      </div>
      <div role="gridcell" className={classes['two']} data-wide>
        <Text size="small" line="lead" tabular title={row.keyForm ?? undefined}>
          {row.keyForm}
        </Text>
      </div>
      <div role="gridcell" className={classes['two']}>
        {row.serial === null ? (
          <span className={classes['small']}>
            {text(row.finishedAt === null ? 'installations.noBoxYet' : 'installations.noBox')}
          </span>
        ) : (
          <Serial serial={row.serial} size="sm" />
        )}
        <span className={classes['small']}>{row.variant}</span>
      </div>
      <div role="gridcell" className={classes['two']}>
        <Text size="small" line="lead" tabular title={row.installer}>
          {row.installer}
        </Text>
        <span className={classes['small']}>{row.site ?? row.laptop ?? text('installations.thisLaptop')}</span>
      </div>
      <div role="gridcell" className={classes['two']}>
        <Text size="small" line="lead" tabular>
          {format.dateTime(row.startedAt)}
        </Text>
        <span className={classes['small']}>
          {row.minutes !== null && format.duration(row.minutes * 60_000)}
        </span>
      </div>
      <div role="gridcell" className={classes['two']}>
        <Sign badge={supervisionBadges[row.state]} />
        <Sign badge={proofBadge(row)} quiet />
      </div>
      <div role="gridcell" className={classes['two']}>
        <Sign badge={reviewBadges[row.review.state]} />
        <span className={classes['small']}>
          {row.trouble === null ? row.review.reviewer : text(`supervision.failure.${row.trouble}`)}
        </span>
      </div>
      <Row role="gridcell" gap="half" align="center" className={classes['risk']}>
        <Stack as="span" align="start">
          <span className={classes['score']} data-tone={riskTones[level]}>
            {level !== 'low' && <IconAlertTriangle size={14} stroke={2.2} aria-hidden />}
            {format.number(row.risk)}
          </span>
          {level === 'low' ? (
            <VisuallyHidden>{text('installations.risk.low')}</VisuallyHidden>
          ) : (
            <span className={classes['small']}>{text(`installations.risk.${level}`)}</span>
          )}
        </Stack>
        <Stack as="span" className={classes['marks']}>
          {row.forced > 0 && (
            <IconShieldExclamation
              size={16}
              stroke={2}
              role="img"
              aria-label={text('installations.forcedCount', { count: row.forced })}
            />
          )}
          {row.changedAnswers > 0 && (
            <IconPencil
              size={16}
              stroke={2}
              role="img"
              aria-label={text('installations.changedAnswersCount', { count: row.changedAnswers })}
            />
          )}
          {row.logFault && (
            <IconLinkOff size={16} stroke={2} role="img" aria-label={text('installations.logFault')} />
          )}
        </Stack>
      </Row>
    </>
  );
}
