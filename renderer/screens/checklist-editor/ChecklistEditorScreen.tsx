import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useAnswer } from '../../data/answer.ts';
import { useChecklists } from '../../data/checklists.ts';
import { Editor } from './Editor.tsx';
import { emptyTemplate, readDraft } from './template-draft.ts';

/** One checklist of this laptop, or a new one, to be changed with its preview beside it. */
export function ChecklistEditorScreen({ id }: { readonly id: string }) {
  const text = useText();
  const list = useChecklists();
  const draft = useAnswer(window.boxwright.checklists.draft, { id });
  const problem = list.problem ?? draft.problem;
  const again = () => {
    list.refetch();
    draft.refetch();
  };
  if (list.value === null || draft.value === null) {
    return (
      <PageLayout rail={<NavigationRail />} title={text('checklists.title')} known={null}>
        {problem === null ? <RowsSkeleton rows={6} /> : <ProblemNotice problem={problem} onAgain={again} />}
      </PageLayout>
    );
  }
  const offered = list.value.checklists.find(({ template }) => template.id === id) ?? null;
  const saved = offered?.template ?? emptyTemplate(id);
  return (
    <Editor
      key={`${id} ${saved.version}`}
      saved={saved}
      begun={readDraft(draft.value.draft)}
      isNew={offered === null}
      isOwn={offered?.source === 'workshop'}
      versions={offered?.versions ?? []}
    />
  );
}
