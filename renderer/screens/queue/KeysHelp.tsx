import { Modal } from '@mantine/core';
import { operationAction } from '../../../shared/domain/steering.ts';
import { KeyHint } from '../../components/KeyHint.tsx';
import { useText } from '../../i18n/use-text.ts';
import { actionKeys } from './action-keys.ts';
import classes from './KeysHelp.module.css';

/** Which key does what on this screen. */
export function KeysHelp({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const text = useText();
  const keys = [
    ['↑ ↓', text('queue.key.move')],
    ['enter', text('queue.key.open')],
    ['escape', text('queue.key.close')],
    ['/', text('queue.search')],
    ['T', text('queue.tryNow')],
    ['U', text('queue.moved')],
    ...operationAction.options.map((action) => [actionKeys[action], text(`queue.act.${action}`)] as const),
  ] as const;
  return (
    <Modal opened={open} onClose={onClose} title={text('queue.keys')} size={480}>
      <dl className={classes['keys']}>
        {keys.map(([key, says]) => (
          <div key={key}>
            <dt>
              <KeyHint keys={key} />
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
