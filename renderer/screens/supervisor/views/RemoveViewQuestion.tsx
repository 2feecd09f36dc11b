import type { SavedView } from '../../../../shared/domain/supervision.ts';
import { useMutation } from '../../../data/call.ts';
import { Confirmation } from '../../../components/Confirmation.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { acceptSavedViews } from '../../../data/supervision.ts';

/** Asks before a saved view goes. */
export function RemoveViewQuestion({
  view,
  onClose,
}: {
  readonly view: SavedView;
  readonly onClose: () => void;
}) {
  const text = useText();
  const remove = useMutation(window.boxwright.supervision.removeView);
  return (
    <Confirmation
      open
      title={text('installations.views.removeAsk')}
      about={view.name}
      says={[text('installations.views.removeSays')]}
      yes={text('installations.views.remove')}
      no={text('common.cancel')}
      danger
      calling={remove}
      onYes={async () => {
        const answer = await remove.run({ id: view.id });
        if (answer.ok) acceptSavedViews(answer.value.views);
        return answer;
      }}
      onClose={onClose}
    />
  );
}
