import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyChange } from '../../../../shared/domain/supervision-overview.ts';
import { useMutation } from '../../../data/call.ts';
import { ReasonDialog } from '../../../components/FormDialog.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import classes from './Logs.module.css';
import { May } from '../../../components/May.tsx';

/** Keys that are not trusted, each with the act by which a person trusts it. */
export function KeyChanges({
  changes,
  onAccepted,
}: {
  readonly changes: readonly KeyChange[];
  readonly onAccepted: () => void;
}) {
  if (changes.length === 0) return null;
  return (
    <ul className={classes['keys']}>
      {changes.map((change) => (
        <li key={change.key} className={classes['fault']}>
          <Change change={change} onAccepted={onAccepted} />
        </li>
      ))}
    </ul>
  );
}

function Change({ change, onAccepted }: { readonly change: KeyChange; readonly onAccepted: () => void }) {
  const text = useText();
  const format = useFormat();
  const accepting = useMutation(window.boxwright.supervision.acceptKey);
  const [asking, setAsking] = useState(false);
  const { key, laptop, at, role } = change;
  const accept = async (reason: string) => {
    const answer = await accepting.run({ key, reason });
    if (!answer.ok) return;
    setAsking(false);
    onAccepted();
  };
  return (
    <div className={classes['keyChange']}>
      <p>
        <IconKey size={20} stroke={1.9} aria-hidden />
        {text('installations.logs.keyChanged', { laptop, at: format.dateTime(at) })}
      </p>
      <May ask="supervision.acceptKey">
        <Button variant="default" onClick={() => setAsking(true)}>
          {text('installations.logs.acceptKey.ask')}
        </Button>
      </May>
      <ReasonDialog
        opened={asking}
        words={{
          title: text('installations.logs.acceptKey.title', { laptop }),
          says: text(
            `installations.logs.acceptKey.says.${role === 'installer' ? 'installer' : 'supervisor'}`,
          ),
          reason: text('installations.logs.acceptKey.reason'),
          act: text('installations.logs.acceptKey.act'),
          cancel: text('common.cancel'),
        }}
        busy={accepting.busy}
        problem={accepting.problem}
        onAct={(reason) => void accept(reason)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
