import type { ConnectionId } from '../../shared/ids.ts';
import type { Sentence } from '../../shared/problem.ts';
import type { Notifier, Presence } from '../base/ports.ts';
import type { Calling, WorkSigns } from './attention.ts';

/** The notifications and signs of all open customers, which share one icon and one tray. */
export interface CombinedCalling {
  /** `name`: the customer's name, asked at each notification. */
  readonly of: (id: ConnectionId, name: () => string) => Calling;
  /** Removes the counts of a closed customer. */
  readonly clear: (id: ConnectionId) => void;
}

/** Sums the counts over all customers. A notification names its customer if several are open. */
export function createCombinedCalling(
  parts: Pick<Calling, 'wanted' | 'namesCars' | 'translate'> & {
    readonly notifier: Notifier;
    readonly presence: Presence;
    /** Whether the window shows this customer now. */
    readonly isShown: (id: ConnectionId) => boolean;
  },
): CombinedCalling {
  const { translate, presence } = parts;
  const works = new Map<ConnectionId, WorkSigns>();
  const show = () => {
    const all = [...works.values()];
    const needPerson = all.reduce((sum, work) => sum + work.needPerson, 0);
    const waiting = all.reduce((sum, work) => sum + work.waiting, 0);
    const idle: Sentence = { key: 'tray.idle', params: {} };
    const says = all.length === 0 ? '' : translate({ key: 'notices.title', params: { count: needPerson } });
    const state =
      needPerson > 0
        ? says
        : translate(waiting > 0 ? { key: 'tray.waiting', params: { count: waiting } } : idle);
    presence.show({ needPerson, says, state, isSending: all.some(({ isSending }) => isSending) });
  };
  return {
    of: (id, name) => {
      works.set(id, { needPerson: 0, waiting: 0, isSending: false });
      return {
        wanted: parts.wanted,
        namesCars: parts.namesCars,
        translate,
        notifier: {
          show: ({ title, body, place }) =>
            parts.notifier.show({
              title:
                works.size > 1
                  ? translate({ key: 'notices.ofCustomer', params: { customer: name(), title } })
                  : title,
              body,
              place,
              away: () => (parts.isShown(id) ? null : id),
            }),
        },
        signs: {
          show: (work) => {
            works.set(id, work);
            show();
          },
        },
      };
    },
    clear: (id) => {
      works.delete(id);
      show();
    },
  };
}
