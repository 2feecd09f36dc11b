import { operationAction } from '../../../shared/domain/operation-commands.ts';
import type { KeyHelp } from '../../components/KeysHelp.tsx';
import { useText } from '../../i18n/use-text.ts';

/** Which key does what in the queue. */
export function useQueueKeys(): readonly KeyHelp[] {
  const text = useText();
  return [
    ['↑ ↓', text('queue.key.move')],
    ['enter', text('queue.key.open')],
    ['escape', text('queue.key.close')],
    ['/', text('queue.key.search')],
    [text('letter.tryNow'), text('queue.tryNow')],
    [text('letter.moved'), text('queue.moved')],
    ...operationAction.options.map(
      (action) => [text(`letter.${action}`), text(`queue.act.${action}`)] as const,
    ),
  ];
}
