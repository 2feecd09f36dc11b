import type { ConnectedCustomer } from '../../shared/domain/status.ts';
import { useProblemText, useText } from '../i18n/use-text.ts';

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
  const isOnline = connection.state === 'online' || connection.state === 'untried';
  const says = [
    ...(isOnline ? [] : [text('customers.offline')]),
    ...(counts.length > 0 ? counts : [text('tray.idle')]),
  ].join(' · ');
  return { says, tone: needPerson > 0 ? 'trouble' : isOnline ? 'quiet' : 'attention' };
}
