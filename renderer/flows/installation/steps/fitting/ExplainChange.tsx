import type { ChecklistItem } from '../../../../../shared/domain/checklist.ts';
import { useLocalText } from '../../../../components/checklist/use-local-text.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { ReasonDialog } from '../../../../components/FormDialog.tsx';

/** Asks why a saved answer changes in a job that was sent back: a supervisor has read the old one. */
export function ExplainChange({
  item,
  onExplained,
  onClose,
}: {
  readonly item: ChecklistItem;
  readonly onExplained: (reason: string) => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const localText = useLocalText();
  return (
    <ReasonDialog
      words={{
        title: localText(item.text),
        says: text('flow.fitting.explain.says'),
        reason: text('flow.fitting.explain.reason'),
        act: text('flow.fitting.explain.act'),
        cancel: text('flow.fitting.explain.cancel'),
      }}
      opened
      busy={false}
      problem={null}
      onAct={onExplained}
      onClose={onClose}
    />
  );
}
