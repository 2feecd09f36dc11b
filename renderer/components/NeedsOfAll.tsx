import { type ReactNode, useState } from 'react';
import type { NeedsOfCustomer } from '../../shared/ipc/calls/connect.ts';
import type { ConnectionId } from '../../shared/ids.ts';
import { useFormat } from '../format/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import { ChoiceTile, ChoiceTiles } from './ChoiceTiles.tsx';

/**
 * The work that needs a person at all customers of this laptop, or at one of them. Renders the own work alone while no
 * other customer needs a person.
 */
export function NeedsOfAll({
  own,
  elsewhere,
  countOf,
  children,
}: {
  /** The work of the shown customer. */
  readonly own: { readonly name: string; readonly count: number; readonly content: ReactNode };
  readonly elsewhere: readonly NeedsOfCustomer[];
  /** The number beside the name of a customer. */
  readonly countOf: (needs: NeedsOfCustomer) => number;
  /** The work of another customer. */
  readonly children: (needs: NeedsOfCustomer) => ReactNode;
}) {
  const text = useText();
  const format = useFormat();
  const [chosen, setChosen] = useState<ConnectionId | 'all' | 'own'>('all');
  const others = elsewhere.filter((needs) => countOf(needs) > 0);
  if (others.length === 0) return own.content;
  const isThere = chosen === 'own' || others.some(({ id }) => id === chosen);
  const of = isThere ? chosen : 'all';
  const total = others.reduce((sum, needs) => sum + countOf(needs), own.count);
  const tile = (value: typeof chosen, name: string, count: number) => (
    <ChoiceTile key={value} name="needs-of" checked={of === value} onChoose={() => setChosen(value)}>
      {`${name} ${format.number(count)}`}
    </ChoiceTile>
  );
  return (
    <>
      <ChoiceTiles label={text('customers.needsOf')}>
        {tile('all', text('customers.all'), total)}
        {tile('own', own.name, own.count)}
        {others.map((needs) => tile(needs.id, needs.name, countOf(needs)))}
      </ChoiceTiles>
      {(of === 'all' || of === 'own') && own.content}
      {others.filter(({ id }) => of === 'all' || of === id).map(children)}
    </>
  );
}
