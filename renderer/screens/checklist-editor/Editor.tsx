import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type ChecklistItemType,
  checklistItem,
  type ChecklistTemplate,
} from '../../../shared/domain/checklist.ts';
import { checkTemplate } from '../../../shared/domain/checklist-faults.ts';
import type { Language } from '../../../shared/domain/settings.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { navigate } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { useLocalText } from '../../components/checklist/use-local-text.ts';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './Editor.module.css';
import { newItem, withItem, withMoved } from './editing.ts';
import { ItemCard } from './ItemCard.tsx';
import { Preview } from './Preview.tsx';
import { TemplateFields } from './TemplateFields.tsx';
import { useEditing } from './use-editing.ts';
import { VersionActions } from './VersionActions.tsx';

const kinds: readonly ChecklistItemType[] = checklistItem.options.map((option) => option.shape.type.value);

/** Title, scope and items of a template; the preview follows each keystroke. */
export function Editor({
  saved,
  begun,
  isNew,
  isOwn,
  versions,
}: {
  readonly saved: ChecklistTemplate;
  /** An edit that was not finished. */
  readonly begun: ChecklistTemplate | null;
  readonly isNew: boolean;
  readonly isOwn: boolean;
  readonly versions: readonly ChecklistTemplate[];
}) {
  const text = useText();
  const localText = useLocalText();
  const [language, setLanguage] = useState<Language>('en');
  const [opened, setOpened] = useState<string | null>(null);
  const [pointedOut, setPointedOut] = useState(false);
  const { template, changed, change, undo, redo, throwAway, forget } = useEditing(saved, begun);
  const saving = useMutation(window.boxwright.checklists.save);
  const checked = checkTemplate(template);
  const faults = checked.ok ? [] : checked.error;
  const togetherNames = [...new Set(template.items.flatMap(({ together }) => together ?? []))];
  const newest = Math.max(0, ...versions.map(({ version }) => version));
  const title = localText(template.title) || text('checklists.editor.newTitle');

  const save = async () => {
    setPointedOut(true);
    const [first] = faults;
    if (first !== undefined) {
      if (first.item !== null) setOpened(template.items[first.item - 1]?.id ?? null);
      return;
    }
    forget();
    const answer = await saving.run({ template });
    if (answer.ok) navigate({ screen: 'settings' });
  };
  return (
    <PageLayout
      rail={<NavigationRail />}
      title={title}
      lead={text(isNew ? 'checklists.editor.leadNew' : 'checklists.editor.lead', { version: newest })}
      known={<Preview template={template} />}
      action={
        <PrimaryAction
          label={text('checklists.editor.save', { version: newest + 1 })}
          onAct={() => void save()}
          busy={saving.busy}
          disabled={!changed}
          hint={
            !changed
              ? text('checklists.editor.unchanged')
              : faults.length > 0
                ? text('checklists.editor.faults', { count: faults.length })
                : text('checklists.editor.jobsKeep')
          }
          back={
            <Button variant="default" size="lg" onClick={() => navigate({ screen: 'settings' })}>
              {text('common.back')}
            </Button>
          }
        />
      }
    >
      <div className={classes['form']}>
        {saving.problem !== null && <ProblemNotice problem={saving.problem} />}
        <div className={classes['bar']}>
          <Button
            variant="default"
            disabled={undo === null}
            leftSection={<IconArrowBackUp size={18} stroke={2} aria-hidden />}
            onClick={() => undo?.()}
          >
            {text('checklists.editor.undo')}
          </Button>
          <Button
            variant="default"
            disabled={redo === null}
            leftSection={<IconArrowForwardUp size={18} stroke={2} aria-hidden />}
            onClick={() => redo?.()}
          >
            {text('checklists.editor.redo')}
          </Button>
          {changed && (
            <Button variant="subtle" onClick={throwAway}>
              {text('checklists.editor.throwAway')}
            </Button>
          )}
          {!isNew && (
            <VersionActions
              saved={saved}
              isOwn={isOwn}
              versions={versions}
              onTake={(earlier) => change({ ...earlier, version: template.version }, null)}
            />
          )}
        </div>
        <TemplateFields
          template={template}
          language={language}
          onLanguage={setLanguage}
          faults={pointedOut || !isNew ? faults.filter(({ item }) => item === null) : []}
          onChange={change}
        />
      </div>
      <Section title={text('checklists.editor.items')} count={template.items.length}>
        <ol className={classes['items']}>
          {template.items.map((item, index) => (
            <ItemCard
              key={item.id}
              item={item}
              number={index + 1}
              earlier={template.items.slice(0, index)}
              togetherNames={togetherNames}
              isLast={index === template.items.length - 1}
              language={language}
              open={opened === item.id}
              faults={pointedOut ? faults.filter((fault) => fault.item === index + 1) : []}
              onToggle={() => setOpened(opened === item.id ? null : item.id)}
              onChange={(next, field) =>
                change(withItem(template, index, next), field === null ? null : `${item.id} ${field}`)
              }
              onMove={(by) => change(withMoved(template, index, by), null)}
              onRemove={() =>
                change({ ...template, items: template.items.filter((other) => other !== item) }, null)
              }
            />
          ))}
        </ol>
        <div className={classes['add']} role="group" aria-label={text('checklists.editor.add')}>
          {kinds.map((kind) => (
            <Button
              key={kind}
              variant="default"
              leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
              onClick={() => {
                const item = newItem(
                  kind,
                  template.items.map(({ id }) => id),
                );
                setOpened(item.id);
                change({ ...template, items: [...template.items, item] }, null);
              }}
            >
              {text(`checklists.kind.${kind}`)}
            </Button>
          ))}
        </div>
      </Section>
    </PageLayout>
  );
}
