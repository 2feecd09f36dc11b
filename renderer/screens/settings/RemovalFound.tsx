import { Button, Checkbox, Radio, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import {
  LONGEST_REMOVAL_REASON,
  type RemovalFindings,
  removalRequest,
  type RemovalRequest,
  type RemovalBlocker,
} from '../../../shared/domain/removal.ts';
import { useMutation } from '../../data/call.ts';
import { Card } from '../../components/Section.tsx';
import { Confirmation } from '../../components/Confirmation.tsx';
import { useText } from '../../i18n/use-text.ts';
import { navigate } from '../../navigation/route.ts';
import { useFormat } from '../../format/use-format.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Grid, Row, Text } from '../../components/layout.tsx';
import classes from './RemovalSettings.module.css';

/**
 * The found data: the part that would be removed, the part that stays with the reason, and the button that removes it.
 */
export function RemovalFound({
  findings,
  busy,
}: {
  readonly findings: RemovalFindings;
  readonly busy: boolean;
}) {
  const text = useText();
  const remove = useMutation(window.boxwright.removal.remove);
  const [reason, setReason] = useState('');
  const [request, setRequest] = useState<RemovalRequest>('the-person');
  const [asking, setAsking] = useState(false);
  const [seen, setSeen] = useState(false);
  const { entries, jobs, photos, reviews, plannedCars, changes, others, inTheWay, sought } = findings;
  const found = entries + jobs.whole + jobs.words + photos + reviews + plannedCars + changes + others > 0;
  if (!found && findings.stays.atOperator === 0) {
    return (
      <Text as="p" quiet breaks above="1" role="status">
        {text('removal.nothing', { words: sought.words })}
      </Text>
    );
  }
  return (
    <Card>
      <Grid gap="3" className={classes['found']}>
        <RemovalPreview findings={findings} found={found} />
        {inTheWay.length > 0 && <RemovalHindrances inTheWay={inTheWay} jobs={findings.shownJobs} />}
        {found && inTheWay.length === 0 && (
          <Grid gap="2">
            <Radio.Group
              label={text('removal.request.label')}
              value={request}
              onChange={(value) => setRequest(removalRequest.parse(value))}
            >
              {removalRequest.options.map((one) => (
                <Radio key={one} value={one} label={text(`removal.request.${one}`)} disabled={busy} mt={8} />
              ))}
            </Radio.Group>
            <Textarea
              label={text('removal.reason')}
              description={text('removal.reasonSays')}
              value={reason}
              maxLength={LONGEST_REMOVAL_REASON}
              autosize
              minRows={2}
              disabled={busy}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <Row justify="end">
              <Button
                variant="danger"
                disabled={reason.trim() === ''}
                loading={busy}
                onClick={() => {
                  setSeen(false);
                  setAsking(true);
                }}
              >
                {text('removal.remove')}
              </Button>
            </Row>
          </Grid>
        )}
      </Grid>
      <Confirmation
        open={asking}
        title={text('removal.askTitle')}
        about={sought.words}
        says={[text('removal.asks')]}
        yes={text('removal.yes')}
        no={text('removal.no')}
        danger
        ready={seen}
        calling={remove}
        onYes={() => remove.run({ digest: findings.digest, reason, request })}
        onClose={() => setAsking(false)}
      >
        <Checkbox
          checked={seen}
          label={text('removal.askSeen')}
          onChange={({ currentTarget }) => setSeen(currentTarget.checked)}
        />
        {remove.busy && (
          <Row role="status" as="p" gap="1" align="center">
            <IconAlertTriangle size={20} stroke={2} aria-hidden />
            {text('removal.removing')}
          </Row>
        )}
      </Confirmation>
    </Card>
  );
}

/** The reasons why the data cannot be removed yet, with links to the open work. */
function RemovalHindrances({
  inTheWay,
  jobs,
}: {
  readonly inTheWay: RemovalFindings['inTheWay'];
  readonly jobs: RemovalFindings['shownJobs'];
}) {
  const text = useText();
  const format = useFormat();
  const kinds = [...new Set<RemovalBlocker>(inTheWay.map(({ what }) => what))];
  const open = jobs.filter(({ id }) => inTheWay.some(({ job }) => job === id));
  return (
    <section role="alert">
      <Row as="h3" gap="1" align="center">
        <IconAlertTriangle size={20} stroke={2} aria-hidden />
        {text('removal.hindered')}
      </Row>
      <ul>
        {kinds.map((what) => (
          <li key={what}>{text(`removal.hindrance.${what}`)}</li>
        ))}
      </ul>
      <Text as="p" quiet breaks above="1">
        {text('removal.hinderedNext')}
      </Text>
      {open.slice(0, 5).map(({ id, startedAt }) => (
        <Button
          key={id}
          variant="default"
          mt={8}
          mr={8}
          onClick={() => navigate({ screen: 'job', jobId: id })}
        >
          {text('removal.openJob', { at: format.dateTime(startedAt) })}
        </Button>
      ))}
    </section>
  );
}

/** The data that would be removed, in full on request, and the data that stays with the reason. */
function RemovalPreview({
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
              <Text as="ul" tabular className={classes['long']} tabIndex={0}>
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
              </Text>
              <Shown shown={shownJobs.length} of={findings.jobs.whole + findings.jobs.words} />
            </Disclosure>
          )}
          {shownEntries.length > 0 && (
            <Disclosure label={text('removal.showEntries')}>
              <Text as="ul" tabular className={classes['long']} tabIndex={0}>
                {shownEntries.map(({ number, at, fields }) => (
                  <li key={number}>
                    {text('removal.entry', {
                      number: format.number(number),
                      at: format.dateTime(at),
                      fields: [...new Set(fields.map(field))].join(', '),
                    })}
                  </li>
                ))}
              </Text>
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

/** The fields of an entry that have a translated name. */
const named = ['worker', 'plate', 'vin', 'name', 'answer', 'note', 'comment', 'said', 'reason'] as const;
type NamedField = (typeof named)[number];

const isNamedField = (name: string): name is NamedField => named.some((one) => one === name);
