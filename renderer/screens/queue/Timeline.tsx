import type { FieldChange, TimelineEntry } from '../../../shared/domain/operation-commands.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Instant } from '../../../shared/time.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './Timeline.module.css';

/** The shortest duration shown: nothing takes 0 s. */
const SHORTEST_MS = 100;

/** Everything that happened to an operation, dated, the oldest first; the raw words one click away. */
export function Timeline({
  entries,
  now,
}: {
  readonly entries: readonly TimelineEntry[];
  readonly now: Instant;
}) {
  const text = useText();
  const format = useFormat();
  return (
    <ol className={classes['timeline']}>
      {entries.map((entry, index) => {
        const raw = rawOf(entry);
        return (
          // Entries are only ever added: their place is their name.
          <li key={index} className={classes['entry']} data-what={entry.what}>
            <time className={classes['when']}>{format.timeOrDay(entry.at, now)}</time>
            <div>
              <Words entry={entry} now={now} />
              {raw !== null && raw !== '' && (
                <Disclosure label={text('problem.rawWords')}>
                  <pre className={classes['raw']}>{raw}</pre>
                </Disclosure>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Words({ entry, now }: { readonly entry: TimelineEntry; readonly now: Instant }) {
  const text = useText();
  const format = useFormat();
  switch (entry.what) {
    case 'asked':
      return <p>{text('queue.asked')}</p>;
    case 'attempt': {
      const { number, sent, status, startedAt, finishedAt } = entry.attempt;
      const facts = [
        text(`queue.sent.${sent ?? 'underway'}`),
        status === null ? null : text('queue.statusCode', { status }),
        finishedAt === null
          ? null
          : text('queue.took', { duration: format.seconds(Math.max(SHORTEST_MS, finishedAt - startedAt)) }),
      ];
      return (
        <p>
          <strong>{text('queue.attempt', { number })}</strong>{' '}
          {facts.filter((fact) => fact !== null).join(', ')}
        </p>
      );
    }
    case 'result':
      return (
        <p>
          {text('queue.result')}
          {entry.receivedAt !== null &&
            `, ${text('queue.atRelay', { at: format.timeOrDay(entry.receivedAt, now) })}`}
        </p>
      );
    case 'turn':
      return (
        <p>
          {entry.turn === 'done' && entry.confirmedBy !== null
            ? text(`queue.confirmedBy.${entry.confirmedBy}`)
            : text(`queue.turn.${entry.turn}`)}
        </p>
      );
    case 'act':
      return (
        <>
          <p>
            <strong>{text(`queue.did.${entry.act}`)}</strong>
            {entry.by !== '' && `, ${entry.by}`}
          </p>
          {entry.changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </>
      );
    default:
      return neverReached(entry);
  }
}

function Change({ change: { field, before, after } }: { readonly change: FieldChange }) {
  const text = useText();
  const format = useFormat();
  const said = (value: FieldChange['before']) =>
    value === null || value === ''
      ? text('queue.nothingThere')
      : typeof value === 'number'
        ? format.dateTime(value)
        : value;
  return (
    <p className={classes['change']}>
      {text(`queue.field.${field}`)}: <del>{said(before)}</del> <span aria-hidden>→</span>{' '}
      <ins>{said(after)}</ins>
    </p>
  );
}

function rawOf(entry: TimelineEntry): string | null {
  if (entry.what === 'attempt') return entry.attempt.message;
  return entry.what === 'result' || entry.what === 'turn' ? entry.raw : null;
}
