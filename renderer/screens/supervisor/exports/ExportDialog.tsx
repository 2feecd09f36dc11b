import { Select } from '@mantine/core';
import { useState, useMemo } from 'react';
import {
  exportFormat,
  type ExportManner,
  periodOfMonth,
} from '../../../../shared/domain/supervision-export.ts';
import type { Problem } from '../../../../shared/problem.ts';
import type { Result } from '../../../../shared/result.ts';
import { supervisionFilter } from '../../../../shared/domain/supervision.ts';
import { useMutation } from '../../../data/call.ts';
import { usePreferencesOrDefaults } from '../../../data/laptop.ts';
import { useMay, useStatus } from '../../../data/status.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { useToday } from '../../../format/use-now.ts';
import type { AskedView } from '../board-view.ts';
import { Choice, MannerQuestions, type SavedFile, SavingDialog } from './SavingDialog.tsx';
import { Pairs, Text } from '../../../components/layout.tsx';

const kinds = [...exportFormat.options, 'sheet', 'pack'] as const;
type Kind = (typeof kinds)[number];

/** The call of a kind of export, and the state of its questions. */
interface Saving {
  readonly ready: boolean;
  readonly saving: { readonly busy: boolean; readonly problem: Problem | null };
  readonly save: () => Promise<Result<{ readonly path: string | null; readonly missing?: number }, Problem>>;
}

/** Exports the jobs of the table, the acceptance sheet of a group, or the pack of a month. */
export function ExportDialog({
  view: { filter, sort },
  total,
  onClose,
}: {
  readonly view: AskedView;
  /** The number of jobs in the table. */
  readonly total: number;
  readonly onClose: () => void;
}) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const preferences = usePreferencesOrDefaults();
  const customer = useStatus().value?.profile?.customerName ?? '';
  const groups = useGroups({ filter, sort });
  const [kind, setKind] = useState<Kind>('csv');
  const [group, setGroup] = useState(filter.groups[0] ?? null);
  const pack = usePack(filter.sites[0] ?? null);
  const [manner, setManner] = useState<ExportManner>({
    people: 'named',
    cars: 'full',
    language: preferences.language,
  });
  const [saved, setSaved] = useState<SavedFile | null>(null);
  const saveTable = useMutation(window.boxwright.exports.saveTable);
  const saveSheet = useMutation(window.boxwright.exports.saveSheet);
  const savePack = useMutation(window.boxwright.exports.savePack);

  const table = (one: 'csv' | 'json'): Saving => ({
    ready: true,
    saving: saveTable,
    save: () => saveTable.run({ filter, sort, format: one, manner }),
  });
  const savings: Readonly<Record<Kind, Saving>> = {
    csv: table('csv'),
    json: table('json'),
    sheet: {
      ready: group !== null,
      saving: saveSheet,
      save: () => saveSheet.run({ group: group ?? '', manner }),
    },
    pack: {
      ready: pack.jobs !== null && pack.jobs > 0,
      saving: savePack,
      save: () => savePack.run({ month: pack.month, site: pack.site, manner }),
    },
  };
  const chosen = savings[kind];
  const save = async () => {
    setSaved(null);
    const answer = await chosen.save();
    if (answer.ok && answer.value.path !== null) setSaved({ ...answer.value, path: answer.value.path });
  };
  return (
    <SavingDialog
      title={text('exports.title')}
      saving={chosen.saving}
      saved={saved}
      ready={chosen.ready}
      onSave={save}
      onClose={onClose}
    >
      <Choice
        question={text('exports.what')}
        options={kinds.filter((one) => one !== 'pack' || may('exports.savePack'))}
        chosen={kind}
        word={(one) => text(`exports.format.${one}`)}
        onChoose={(one) => {
          setKind(one);
          setSaved(null);
        }}
      />
      <Text as="p" quiet>
        {text(`exports.formatSays.${kind}`, { count: total, jobs: format.number(total), customer })}
      </Text>
      {kind === 'sheet' && (
        <Select
          label={text('exports.group')}
          placeholder={text('exports.chooseGroup')}
          searchable
          allowDeselect={false}
          nothingFoundMessage={text('exports.noGroup')}
          value={group}
          data={groups.map((name) => ({
            value: name,
            label: name === '' ? text('exports.sheet.noGroup') : name,
          }))}
          onChange={setGroup}
        />
      )}
      {kind === 'pack' && <PackQuestions pack={pack} manner={manner} />}
      <MannerQuestions manner={manner} withLanguage={kind !== 'json'} onChange={setManner} />
    </SavingDialog>
  );
}

/** The questions for a pack: month and site, with the number of its jobs. */
function PackQuestions({ pack, manner }: { readonly pack: Pack; readonly manner: ExportManner }) {
  const text = useText();
  const format = useFormat();
  const { month, months, site, sites, jobs } = pack;
  const known = sites.map(({ name }) => name);
  return (
    <>
      <Pairs gap="2">
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
      </Pairs>
      <Text as="p" quiet role="status">
        {jobs === null ? '\u00a0' : text('exports.pack.jobs', { count: jobs, jobs: format.number(jobs) })}
        {(manner.people !== 'named' || manner.cars !== 'full') && ` ${text('exports.pack.withoutLogs')}`}
      </Text>
    </>
  );
}

/** Number of months offered, newest first. */
const MONTHS = 24;

/** The inputs of a monthly pack, and the known answers. */
interface Pack {
  /** The month as 2026-10. */
  readonly month: string;
  readonly months: readonly string[];
  /** Null = all sites. */
  readonly site: string | null;
  /** The sites at which jobs began in the month. */
  readonly sites: readonly { readonly name: string; readonly jobs: number }[];
  /** The jobs of the pack; null = not counted yet. */
  readonly jobs: number | null;
  readonly chooseMonth: (month: string) => void;
  readonly chooseSite: (site: string | null) => void;
}

/** The default: the last finished month, at the site that the table shows. */
function usePack(shown: string | null): Pack {
  const today = useToday();
  const months = useMemo(
    () => Array.from({ length: MONTHS }, (_, back) => monthBefore(today, back)),
    [today],
  );
  const [chosen, chooseMonth] = useState<string | null>(null);
  const [site, chooseSite] = useState(shown);
  const month = chosen ?? monthBefore(today, 1);
  const asked = useMemo(() => ({ filter: supervisionFilter.parse(periodOfMonth(month)) }), [month]);
  const { value, answers } = useQuery(window.boxwright.supervision.facets, asked, ['supervision']);
  const counted = answers?.filter.from === asked.filter.from ? (value?.sites ?? null) : null;
  const jobs = (counted ?? []).filter(({ value: name }) => site === null || name === site);
  return {
    month,
    months,
    site,
    sites: (counted ?? []).flatMap(({ value: name, count }) => (name === '' ? [] : [{ name, jobs: count }])),
    jobs: counted === null ? null : jobs.reduce((sum, { count }) => sum + count, 0),
    chooseMonth,
    chooseSite,
  };
}

function monthBefore(day: number, back: number): string {
  const at = new Date(day);
  const month = new Date(at.getFullYear(), at.getMonth() - back, 1);
  return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`;
}

/** The groups of the jobs in this view, most jobs first; '' = jobs without a group. */
function useGroups({ filter }: AskedView): readonly string[] {
  const asked = useMemo(() => ({ filter: { ...filter, groups: [] } }), [filter]);
  const { value } = useQuery(window.boxwright.supervision.facets, asked, ['supervision']);
  return value?.groups.map(({ value: name }) => name) ?? [];
}
