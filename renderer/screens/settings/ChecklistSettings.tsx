import { Button, FileButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { type TemplateFault, readTemplate } from '../../../shared/domain/checklist-faults.ts';
import { navigate } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { Card, Section } from '../../components/Section.tsx';
import { useLocalText } from '../../components/checklist/use-checklist-words.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { ProblemNotice, ProblemSentence } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useChecklists } from '../../data/laptop.ts';
import { Row, Text } from '../../components/layout.tsx';
import classes from './ChecklistSettings.module.css';
import end from './SectionEnd.module.css';
import { SettingRow } from './SettingRow.tsx';
import { May } from '../../components/May.tsx';
import { useMay } from '../../data/status.ts';

interface Faulty {
  readonly file: string;
  readonly faults: readonly TemplateFault[];
}

/** The checklists of this laptop: each with a link to its editor; unreadable files with the reason. */
export function ChecklistSettings() {
  const text = useText();
  const localText = useLocalText();
  const { value, problem, refetch } = useChecklists();
  const keeping = useMutation(window.boxwright.checklists.saveDraft);
  const mayChange = useMay()('checklists.save');
  const [refused, setRefused] = useState<Faulty | null>(null);
  const ids = value?.checklists.map(({ template }) => template.id) ?? [];
  const edit = (id: string) => navigate({ screen: 'checklist', id });
  const add = () => {
    let number = 1;
    while ([...ids, ...(value?.drafts ?? [])].includes(`own-${number}`)) number += 1;
    edit(`own-${number}`);
  };
  const take = async (file: File | null) => {
    if (file === null) return;
    const read = readTemplate((await file.text()).replace(/^\uFEFF/, ''));
    setRefused(read.ok ? null : { file: file.name, faults: read.error });
    if (!read.ok) return;
    const { id } = read.value;
    const kept = await keeping.run({ id, draft: JSON.stringify(read.value) });
    if (kept.ok) edit(id);
  };
  const newDrafts = (value?.drafts ?? []).filter((id) => !ids.includes(id));
  const unusable = [
    ...(value?.faults ?? []),
    ...(refused?.faults ?? []).map((fault) => ({ ...fault, file: refused?.file ?? '' })),
  ];
  return (
    <Section title={text('checklists.title')}>
      {value === null ? (
        problem === null ? (
          <RowsSkeleton rows={3} />
        ) : (
          <ProblemNotice problem={problem} onRetry={refetch} />
        )
      ) : (
        <Card padded={false}>
          {value.checklists.map(({ template, source, own }) => (
            <SettingRow
              key={template.id}
              label={localText(template.title)}
              says={[
                text(`checklists.source.${source}`, { version: template.version }),
                ...(own === null ? [] : [text('publication.ownUnused', { version: own.version })]),
                ...(value.drafts.includes(template.id) ? [text('checklists.unsaved')] : []),
              ].join(' · ')}
            >
              <span>{text('checklists.items', { count: template.items.length })}</span>
              <May ask="checklists.save">
                <Button
                  variant="default"
                  aria-label={`${text('common.change')}: ${localText(template.title)}`}
                  onClick={() => edit(template.id)}
                >
                  {text('common.change')}
                </Button>
              </May>
            </SettingRow>
          ))}
          {mayChange &&
            newDrafts.map((id) => (
              <SettingRow
                key={id}
                label={text('checklists.editor.newTitle')}
                says={text('checklists.unsaved')}
              >
                <Button variant="default" onClick={() => edit(id)}>
                  {text('common.continue')}
                </Button>
              </SettingRow>
            ))}
          {mayChange && (
            <Row gap="1" justify="end" className={end['foot']}>
              <FileButton accept=".json,application/json" onChange={(file) => void take(file)}>
                {(props) => (
                  <Button variant="default" {...props}>
                    {text('checklists.import')}
                  </Button>
                )}
              </FileButton>
              <Button variant="default" onClick={add}>
                {text('checklists.add')}
              </Button>
            </Row>
          )}
        </Card>
      )}
      {keeping.problem !== null && <ProblemNotice problem={keeping.problem} />}
      {unusable.length > 0 && (
        <Text as="div" breaks above="1-half" className={classes['faults']} role="alert">
          <Row as="p" gap="1" weight="strong">
            <IconAlertTriangle
              data-tone="attention"
              className={classes['sign']}
              size={20}
              stroke={2}
              aria-hidden
            />
            {text('checklists.faultsSays')}
          </Row>
          <ul className={classes['list']}>
            {unusable.map((fault, index) => (
              <li key={index}>
                <strong>{fault.file}</strong>
                {fault.item === null
                  ? ': '
                  : `, ${text('checklists.place', { number: fault.item, id: fault.itemId ?? '' })}: `}
                <ProblemSentence of={fault.says} />
                {typeof fault.says.params['raw'] === 'string' && (
                  <Disclosure label={text('problem.rawWords')}>{fault.says.params['raw']}</Disclosure>
                )}
              </li>
            ))}
          </ul>
          {value !== null && value.faults.length > 0 && (
            <Text as="p" quiet above="1" size="small" line="inherit">
              {text('checklists.folder', { folder: value.folder })}
            </Text>
          )}
        </Text>
      )}
    </Section>
  );
}
