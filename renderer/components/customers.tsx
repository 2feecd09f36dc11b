import { IconBuilding } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type ConnectedCustomer, canSend } from '../../shared/domain/status.ts';
import type { NeedsOfCustomer } from '../../shared/ipc/calls/connect.ts';
import type { ConnectionId } from '../../shared/ids.ts';
import { useStatus } from '../data/status.ts';
import { useText, useProblemText } from '../i18n/use-text.ts';
import { useFormat } from '../format/use-format.ts';
import { Row, Text } from './layout.tsx';
import { ChoiceTile, ChoiceTiles } from './ChoiceTiles.tsx';

/** The customer that a page or dialog belongs to, on a laptop of several; nothing on a laptop of one. */
export function CustomerName() {
  const text = useText();
  const status = useStatus().value;
  if (status === null || status.profile === null || status.customers.length < 2) return null;
  return (
    <Row gap="1" fixed>
      <IconBuilding size={18} stroke={2} aria-hidden />
      <Text size="small" weight="strong" breaks>
        {text('customers.of', { customer: status.profile.customerName })}
      </Text>
    </Row>
  );
}

/** The work of one customer of this laptop in one line. */
export function useCustomerState({ connection, problem, needPerson, unfinished }: ConnectedCustomer): {
  readonly says: string;
  readonly tone: 'quiet' | 'attention' | 'trouble';
} {
  const text = useText();
  const problemText = useProblemText();
  if (problem !== null) return { says: problemText(problem).says, tone: 'trouble' };
  if (connection === null) return { says: text('customers.notOpen'), tone: 'attention' };
  const counts = [
    ...(needPerson > 0 ? [text('status.needsYou', { count: needPerson })] : []),
    ...(unfinished > 0 ? [text('customers.unfinished', { count: unfinished })] : []),
  ];
  const isOnline = canSend(connection);
  const says = [
    ...(isOnline ? [] : [text(connection.state === 'paused' ? 'customers.paused' : 'customers.offline')]),
    ...(counts.length > 0 ? counts : [text('tray.idle')]),
  ].join(' · ');
  return { says, tone: needPerson > 0 ? 'trouble' : isOnline ? 'quiet' : 'attention' };
}

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
