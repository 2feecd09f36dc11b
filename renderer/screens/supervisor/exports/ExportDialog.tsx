import { Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { exportFormat, type ExportManner } from '../../../../shared/domain/supervision-export.ts';
import { useMutation } from '../../../data/call.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { usePreferencesOrDefaults } from '../../../data/preferences.ts';
import type { AskedView } from '../use-asked-view.ts';
import { Choice, MannerQuestions } from './MannerQuestions.tsx';
import { useGroups } from './use-groups.ts';
import { SavingFoot } from './SavingFoot.tsx';
import classes from './Export.module.css';

const kinds = [...exportFormat.options, 'sheet'] as const;
type Kind = (typeof kinds)[number];

/** Exports the jobs of the table, or the acceptance sheet of a group. */
export function ExportDialog({
  view,
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
  const preferences = usePreferencesOrDefaults();
  const groups = useGroups(view);
  const [kind, setKind] = useState<Kind>('csv');
  const [group, setGroup] = useState(view.filter.groups[0] ?? null);
  const [manner, setManner] = useState<ExportManner>({
    people: 'named',
    cars: 'full',
    language: preferences.language,
  });
  const [path, setPath] = useState<string | null>(null);
  const saveTable = useMutation(window.boxwright.exports.saveTable);
  const saveSheet = useMutation(window.boxwright.exports.saveSheet);
  const problem = kind === 'sheet' ? saveSheet.problem : saveTable.problem;

  const save = async () => {
    setPath(null);
    const { filter, sort } = view;
    const answer =
      kind === 'sheet'
        ? await saveSheet.run({ group: group ?? '', manner })
        : await saveTable.run({ filter, sort, format: kind, manner });
    if (answer.ok) setPath(answer.value.path);
  };
  return (
    <Modal opened onClose={onClose} title={text('exports.title')} size={680}>
      <div className={classes['questions']}>
        <Choice
          question={text('exports.what')}
          options={kinds}
          chosen={kind}
          word={(one) => text(`exports.format.${one}`)}
          onChoose={setKind}
        />
        <p className={classes['says']}>
          {text(`exports.formatSays.${kind}`, { count: total, jobs: format.number(total) })}
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
        <MannerQuestions manner={manner} withLanguage={kind !== 'json'} onChange={setManner} />
      </div>
      <SavingFoot
        problem={problem}
        path={path}
        unready={kind === 'sheet' && group === null}
        onSave={() => void save()}
        onClose={onClose}
      />
    </Modal>
  );
}
