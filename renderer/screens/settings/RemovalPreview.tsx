import type { RemovalFindings } from '../../../shared/domain/removal.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './RemovalSettings.module.css';

/** The data that would go, one by one on request, and the data that stays and why. */
export function RemovalPreview({
  findings,
  found,
}: {
  readonly findings: RemovalFindings;
  readonly found: boolean;
}) {
  const text = useText();
  const format = useFormat();
  const { stays, shownEntries, shownJobs } = findings;
  const goes = [
    [findings.entries, text('removal.goesEntries', { count: findings.entries })],
    [findings.jobs.whole, text('removal.goesJobs', { count: findings.jobs.whole })],
    [findings.jobs.words, text('removal.goesWords', { count: findings.jobs.words })],
    [findings.photos, text('removal.goesPhotos', { count: findings.photos })],
    [findings.reviews, text('removal.goesReviews', { count: findings.reviews })],
    [findings.plannedCars, text('removal.goesPlanned', { count: findings.plannedCars })],
    [findings.changes, text('removal.goesChanges', { count: findings.changes })],
    [findings.others, text('removal.goesOthers', { count: findings.others })],
  ] as const;
  const remains = [
    [findings.entries, text('removal.staysEntries')],
    [found ? 1 : 0, text('removal.staysRedaction')],
    [stays.atOperator, text('removal.staysOperator', { count: stays.atOperator })],
    [found && stays.relay ? 1 : 0, text('removal.staysRelay')],
    [stays.photosAtRelay, text('removal.staysPhotos', { count: stays.photosAtRelay })],
    [stays.redactions, text('removal.staysRedactions', { count: stays.redactions })],
    [1, text('removal.staysBackups')],
  ] as const;
  const field = (name: string) => {
    const plain = name.replace(/^data\./, '');
    return text(isNamedField(plain) ? `removal.field.${plain}` : 'removal.field.other');
  };
  return (
    <>
      {found && (
        <section>
          <h3>{text('removal.goes')}</h3>
          <Points of={goes} />
          {shownJobs.length > 0 && (
            <Disclosure label={text('removal.showJobs')}>
              <ul className={classes['long']} tabIndex={0}>
                {shownJobs.map(({ id, startedAt, car, goes: what }) => (
                  <li key={id}>
                    {text('removal.job', {
                      at: format.dateTime(startedAt),
                      car: car ?? text('removal.jobNoCar'),
                    })}
                    {' · '}
                    {text(what === 'whole' ? 'removal.jobWhole' : 'removal.jobWords')}
                  </li>
                ))}
              </ul>
              <Shown shown={shownJobs.length} of={findings.jobs.whole + findings.jobs.words} />
            </Disclosure>
          )}
          {shownEntries.length > 0 && (
            <Disclosure label={text('removal.showEntries')}>
              <ul className={classes['long']} tabIndex={0}>
                {shownEntries.map(({ number, at, fields }) => (
                  <li key={number}>
                    {text('removal.entry', {
                      number: format.number(number),
                      at: format.dateTime(at),
                      fields: [...new Set(fields.map(field))].join(', '),
                    })}
                  </li>
                ))}
              </ul>
              <Shown shown={shownEntries.length} of={findings.entries} />
            </Disclosure>
          )}
        </section>
      )}
      <section>
        <h3>{text('removal.stays')}</h3>
        <Points of={remains} />
      </section>
    </>
  );
}

function Points({ of }: { readonly of: readonly (readonly [number, string])[] }) {
  return (
    <ul>
      {of
        .filter(([count]) => count > 0)
        .map(([, words]) => (
          <li key={words}>{words}</li>
        ))}
    </ul>
  );
}

function Shown({ shown, of }: { readonly shown: number; readonly of: number }) {
  const text = useText();
  return shown < of ? <p>{text('removal.shown', { count: shown })}</p> : null;
}

/** Parts of an entry that have a name in words. */
const named = ['worker', 'plate', 'vin', 'name', 'answer', 'note', 'comment', 'said', 'reason'] as const;
type NamedField = (typeof named)[number];

const isNamedField = (name: string): name is NamedField => named.some((one) => one === name);
