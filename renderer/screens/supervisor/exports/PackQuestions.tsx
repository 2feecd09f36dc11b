import { Select } from '@mantine/core';
import { type ExportManner, periodOfMonth } from '../../../../shared/domain/supervision-export.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import classes from './Export.module.css';
import type { Pack } from './use-pack.ts';

/** The month and the site of a pack, and how many jobs are in it. */
export function PackQuestions({ pack, manner }: { readonly pack: Pack; readonly manner: ExportManner }) {
  const text = useText();
  const format = useFormat();
  const { month, months, site, sites, jobs } = pack;
  const known = sites.map(({ name }) => name);
  return (
    <>
      <div className={classes['pair']}>
        <Select
          label={text('exports.pack.month')}
          searchable
          allowDeselect={false}
          nothingFoundMessage={text('exports.pack.noMonth')}
          value={month}
          data={months.map((one) => ({ value: one, label: format.month(periodOfMonth(one).from ?? 0) }))}
          onChange={(one) => {
            if (one !== null) pack.chooseMonth(one);
          }}
        />
        <Select
          label={text('exports.pack.site')}
          placeholder={text('exports.pack.allSites')}
          searchable
          clearable
          nothingFoundMessage={text('exports.pack.noSite')}
          value={site}
          data={site === null || known.includes(site) ? known : [site, ...known]}
          onChange={pack.chooseSite}
        />
      </div>
      <p className={classes['says']} role="status">
        {jobs === null ? '\u00a0' : text('exports.pack.jobs', { count: jobs, jobs: format.number(jobs) })}
        {(manner.people !== 'named' || manner.cars !== 'full') && ` ${text('exports.pack.withoutLogs')}`}
      </p>
    </>
  );
}
