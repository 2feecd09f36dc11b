import type { Topic } from '../../shared/ipc/pushed.ts';
import type { Database } from '../db/open.ts';
import { createAttention } from '../notifications/attention.ts';
import type { Engine } from '../operations/queue/engine.ts';
import type { OpeningParts } from './open-profile.ts';

/** Notifies a person about an open profile, at its opening and after commits (`look`). No effect without `calling`. */
export function keepAttention(
  { calling, clock, log }: Pick<OpeningParts, 'calling' | 'clock' | 'log'>,
  opened: { readonly database: Database; readonly connection: Engine['connection'] },
): { readonly look: (topics: ReadonlySet<Topic>) => void; readonly stop: () => void } {
  if (calling === undefined) return { look: () => undefined, stop: () => undefined };
  const attention = createAttention({
    ...calling,
    ...opened,
    clock,
    report: (cause) => log('warn', 'notification.not-shown', String(cause)),
  });
  attention.update();
  return {
    look: (topics) => {
      if (topics.has('queue') || topics.has('status') || topics.has('reviews')) attention.update();
    },
    stop: attention.stop,
  };
}
