import { Button, Select } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type ChecklistItemType,
  checklistItem,
  type ChecklistTemplate,
} from '../../../shared/domain/checklist.ts';
import { checkTemplate } from '../../../shared/domain/checklist-faults.ts';
import type { Language } from '../../../shared/domain/settings.ts';
import type { AppStatus } from '../../../shared/domain/status.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import type { Problem } from '../../../shared/problem.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useAnswer } from '../../data/lookup.ts';
import { useChecklists } from '../../data/laptop.ts';
import { navigate } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { useLocalText } from '../../components/checklist/use-checklist-words.ts';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { Section } from '../../components/Section.tsx';
import { Confirmation } from '../../components/Confirmation.tsx';
import { emptyTemplate, readDraft, newItem, withItem, withMoved } from './editing.ts';
import { ItemCard } from './ItemCard.tsx';
import { NotForRole } from '../../components/NotForRole.tsx';
import { Preview } from './Preview.tsx';
import { TemplateFields } from './TemplateFields.tsx';
import { useEditing } from './use-editing.ts';
import { Row, Stack } from '../../components/layout.tsx';

const saveDraft: CallName = 'checklists.saveDraft';

/** The editor of a checklist of this laptop, or of a new one, with its preview. */
export function ChecklistEditorScreen({ status, id }: { readonly status: AppStatus; readonly id: string }) {
  const text = useText();
  if (status.access.refused.includes(saveDraft)) return <NotForRole title={text('checklists.title')} />;
  return <ChecklistEditor key={id} id={id} />;
}

function ChecklistEditor({ id }: { readonly id: string }) {
  const { value, problem, refetch } = useChecklists();
  if (value === null) return <Opening problem={problem} onRetry={refetch} />;
  const offered = value.checklists.find(({ template }) => template.id === id) ?? null;
  const saved = offered?.template ?? emptyTemplate(id);
  return (
    <BegunEditor
      // A publication may replace the checklist while it is edited.
      key={`${id} ${saved.version}`}
      saved={saved}
      isNew={offered === null}
      isOwn={offered?.source === 'workshop'}
      versions={offered?.versions ?? []}
    />
  );
}

/** The page until the checklist and its draft are read. */
function Opening({ problem, onRetry }: { readonly problem: Problem | null; readonly onRetry: () => void }) {
  const text = useText();
  return (
    <PageLayout rail={<NavigationRail />} title={text('checklists.title')} known={null}>
      {problem === null ? <RowsSkeleton rows={6} /> : <ProblemNotice problem={problem} onRetry={onRetry} />}
    </PageLayout>
  );
}

/** Reads the draft at each opening: the editor of the version before has saved its last change to it. */
function BegunEditor(editor: Omit<Parameters<typeof Editor>[0], 'begun'>) {
  const { value, problem, refetch } = useAnswer(window.boxwright.checklists.draft, { id: editor.saved.id });
  if (value === null) return <Opening problem={problem} onRetry={refetch} />;
  return <Editor {...editor} begun={readDraft(value.draft)} />;
}

const kinds: readonly ChecklistItemType[] = checklistItem.options.map((option) => option.shape.type.value);

/** Title, scope and items of a template; the preview is updated on each keystroke. */
function Editor({
  saved,
  begun,
  isNew,
  isOwn,
  versions,
}: {
  readonly saved: ChecklistTemplate;
  /** An unfinished edit. */
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
  const { template, changed, change, undo, redo, throwAway, forget, keepNow } = useEditing(saved, begun);
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
    // The last change was not in the draft yet.
    else keepNow();
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
      <Stack gap="1-half">
        {saving.problem !== null && <ProblemNotice problem={saving.problem} />}
        <Row gap="1" align="center" wrap>
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
        </Row>
        <TemplateFields
          template={template}
          language={language}
          onLanguage={setLanguage}
          faults={pointedOut || !isNew ? faults.filter(({ item }) => item === null) : []}
          onChange={change}
        />
      </Stack>
      <Section title={text('checklists.editor.items')} count={template.items.length}>
        <Stack as="ol" gap="1-half" plain>
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
        </Stack>
        <Row gap="1" wrap above="2" role="group" aria-label={text('checklists.editor.add')}>
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
        </Row>
      </Section>
    </PageLayout>
  );
}

/** Restores an earlier version, exports to a file, removes from the list. */
function VersionActions({
  saved,
  isOwn,
  versions,
  onTake,
}: {
  readonly saved: ChecklistTemplate;
  /** Whether the workshop created or changed it. */
  readonly isOwn: boolean;
  readonly versions: readonly ChecklistTemplate[];
  readonly onTake: (earlier: ChecklistTemplate) => void;
}) {
  const text = useText();
  const [asking, setAsking] = useState(false);
  const exporting = useMutation(window.boxwright.checklists.export);
  const removing = useMutation(window.boxwright.checklists.remove);
  return (
    <>
      {versions.length > 1 && (
        <Select
          aria-label={text('checklists.editor.earlier')}
          placeholder={text('checklists.editor.earlier')}
          data={versions.map(({ version }, index) => ({
            value: String(index),
            label: text('checklists.editor.version', { version }),
          }))}
          value={null}
          onChange={(index) => {
            const earlier = versions[Number(index)];
            if (index !== null && earlier !== undefined) onTake(earlier);
          }}
        />
      )}
      <Button
        variant="default"
        loading={exporting.busy}
        onClick={() => void exporting.run({ id: saved.id, version: saved.version })}
      >
        {text('checklists.editor.export')}
      </Button>
      {isOwn && (
        <Button variant="subtle" onClick={() => setAsking(true)}>
          {text('checklists.editor.takeOff')}
        </Button>
      )}
      {exporting.problem !== null && <ProblemNotice problem={exporting.problem} />}
      <Confirmation
        ofLaptop
        open={asking}
        title={text('checklists.editor.takeOffTitle')}
        says={[text('checklists.editor.takeOffSays')]}
        yes={text('checklists.editor.takeOff')}
        no={text('common.cancel')}
        danger
        calling={removing}
        onYes={async () => {
          const answer = await removing.run({ id: saved.id });
          if (answer.ok) navigate({ screen: 'settings' });
          return answer;
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
