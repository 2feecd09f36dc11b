import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SupervisionRow } from '../../../../shared/domain/supervision.ts';
import type { JobId } from '../../../../shared/ids.ts';
import { KeyHint } from '../../../components/KeyHint.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useShortcuts } from '../../../navigation/use-shortcuts.ts';
import type { AskedView } from '../use-asked-view.ts';
import { ExportDialog } from '../exports/ExportDialog.tsx';
import { BulkApproveDialog } from '../review/BulkApproveDialog.tsx';
import { MOST_SELECTED } from './use-select-all.ts';
import classes from './TableFoot.module.css';
import { useMay } from '../../../data/status.ts';

/** How many jobs there are and how many of them are selected. Always there, so that nothing jumps. */
export function TableFoot({
  view,
  total,
  all,
  selected,
  selecting,
  onSelectAll,
  onSelect,
}: {
  readonly view: AskedView;
  /** Under the filter, and of all. */
  readonly total: number;
  readonly all: number;
  readonly selected: ReadonlyMap<JobId, SupervisionRow>;
  /** All are being read. */
  readonly selecting: boolean;
  readonly onSelectAll: () => void;
  readonly onSelect: (rows: ReadonlyMap<JobId, SupervisionRow>) => void;
}) {
  const text = useText();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const [handing, setHanding] = useState(false);
  const mayApprove = useMay()('reviewing.approveMany');
  useShortcuts(mayApprove && selected.size > 0 ? [[text('letter.approve'), () => setAsking(true)]] : []);
  const most = Math.min(total, MOST_SELECTED);
  return (
    <div className={classes['foot']}>
      <span role="status">
        {selected.size === MOST_SELECTED && total > MOST_SELECTED
          ? text('installations.foot.mostSelected', {
              jobs: format.number(selected.size),
              total: format.number(total),
            })
          : selected.size > 0
            ? text('installations.foot.selected', {
                count: selected.size,
                jobs: format.number(selected.size),
              })
            : total === all
              ? text('installations.foot.all', { count: all, jobs: format.number(all) })
              : text('installations.foot.some', { jobs: format.number(total), all: format.number(all) })}
      </span>
      <span className={classes['acts']}>
        {selected.size === 0 && (
          <Button variant="subtle" onClick={() => setHanding(true)}>
            {text('exports.open')}
          </Button>
        )}
        {mayApprove && selected.size < most && (
          <Button variant="subtle" loading={selecting} onClick={onSelectAll}>
            {total > most
              ? text('installations.foot.selectFirst', { jobs: format.number(most) })
              : text('installations.foot.selectAll', { count: most, jobs: format.number(most) })}
          </Button>
        )}
        {selected.size > 0 && (
          <Button variant="subtle" onClick={() => onSelect(new Map())}>
            {text('installations.foot.selectNone')}
          </Button>
        )}
        {mayApprove && selected.size > 0 && (
          <Button
            rightSection={<KeyHint keys={text('letter.approve')} onAccent />}
            onClick={() => setAsking(true)}
          >
            {text('installations.bulk.act')}
          </Button>
        )}
      </span>
      {handing && <ExportDialog view={view} total={total} onClose={() => setHanding(false)} />}
      {asking && (
        <BulkApproveDialog
          rows={[...selected.values()]}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false);
            onSelect(new Map());
          }}
        />
      )}
    </div>
  );
}
