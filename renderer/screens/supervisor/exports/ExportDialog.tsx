import { Select } from '@mantine/core';
import { useState } from 'react';
import { exportFormat, type ExportManner } from '../../../../shared/domain/supervision-export.ts';
import type { Problem } from '../../../../shared/problem.ts';
import type { Result } from '../../../../shared/result.ts';
import { useMutation } from '../../../data/call.ts';
import { usePreferencesOrDefaults } from '../../../data/preferences.ts';
import { useMay, useStatus } from '../../../data/status.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { AskedView } from '../use-asked-view.ts';
import { Choice, MannerQuestions } from './MannerQuestions.tsx';
import { PackQuestions } from './PackQuestions.tsx';
import { type SavedFile, SavingDialog } from './SavingDialog.tsx';
import { useGroups } from './use-groups.ts';
import { usePack } from './use-pack.ts';
import classes from './Export.module.css';

const kinds = [...exportFormat.options, 'sheet', 'pack'] as const;
type Kind = (typeof kinds)[number];

/** The call of a kind, and the state of its questions. */
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
  /** How many jobs the table has. */
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
      <p className={classes['says']}>
        {text(`exports.formatSays.${kind}`, { count: total, jobs: format.number(total), customer })}
      </p>
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
