import { Button, Progress } from '@mantine/core';
import { useEffect } from 'react';
import type { HealthState, HealthAct, HealthFinding } from '../../../shared/domain/diagnostics.ts';
import { neverReached } from '../../../shared/never.ts';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice, ProblemSentence } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { Section } from '../../components/Section.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { useHealth } from '../../data/status.ts';
import { navigate } from '../../navigation/route.ts';
import { healthBadges } from '../../components/badges.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { StateBadge } from '../../components/StateBadge.tsx';
import { Block, Grid, Row, Stack, Text } from '../../components/layout.tsx';
import lines from '../../components/List.module.css';
import classes from './Diagnostics.module.css';

/** Every part with its state and reason. The check runs on arrival and on request, and can be stopped. */
export function HealthSection() {
  const text = useText();
  const { value, problem } = useHealth();
  const healthCheck = useMutation(window.boxwright.diagnostics.look);
  const { run } = healthCheck;
  useEffect(() => void run({}), [run]);
  const wrong = healthCheck.problem ?? problem;
  return (
    <Section title={text('diagnostics.health')}>
      {wrong !== null && <ProblemNotice problem={wrong} onRetry={() => void run({})} />}
      {value !== null && <HowFar health={value} onCheck={() => void run({})} />}
      {value === null || value.findings.length === 0 ? (
        wrong === null && <RowsSkeleton rows={6} />
      ) : (
        <ul className={lines['lines']}>
          {value.findings.map((finding) => (
            <HealthRow key={finding.part} finding={finding} onRepaired={() => void run({})} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function HowFar({ health, onCheck }: { readonly health: HealthState; readonly onCheck: () => void }) {
  const text = useText();
  const format = useFormat();
  const stop = useMutation(window.boxwright.diagnostics.stopLooking);
  const { looking, lookedAt, stopped, findings } = health;
  if (looking !== null) {
    const word = text('diagnostics.looking', { done: looking.done, total: looking.total });
    return (
      <Row gap="2" align="center" justify="between" wrap="narrow" below="2" className={classes['head']}>
        <Text as="div" tabular grow narrow>
          <p>{word}</p>
          <Progress value={(100 * looking.done) / Math.max(1, looking.total)} aria-label={word} />
        </Text>
        <Button variant="default" onClick={() => void stop.run({})}>
          {text('diagnostics.stop')}
        </Button>
      </Row>
    );
  }
  const needing = findings.filter(({ state }) => state === 'attention' || state === 'broken').length;
  return (
    <Row gap="2" align="center" justify="between" wrap="narrow" below="2" className={classes['head']}>
      <Text as="p" weight="strong" role="status">
        {stopped && `${text('diagnostics.stopped')} `}
        {needing > 0
          ? text('diagnostics.needing', { count: needing })
          : !stopped && lookedAt !== null && text('diagnostics.allWell')}{' '}
        {lookedAt !== null && (
          <Text weight="regular" quiet tabular size="small" line="inherit" className={classes['when']}>
            {text('diagnostics.lookedAt', { at: format.timeWithSeconds(lookedAt) })}
          </Text>
        )}
      </Text>
      <Button variant="default" onClick={onCheck}>
        {text('diagnostics.look')}
      </Button>
    </Row>
  );
}

/** The anchor of the bundle's section. */
export const BUNDLE_PLACE = 'support-bundle';

/** One part: its name, its state with the reason, and the remedy where the app offers one. */
function HealthRow({
  finding,
  onRepaired,
}: {
  readonly finding: HealthFinding;
  readonly onRepaired: () => void;
}) {
  const text = useText();
  const badge = healthBadges[finding.state];
  return (
    <Grid as="li" gap="3" className={classes['part']}>
      <Stack gap="half" align="start">
        <h3>{text(`health.part.${finding.part}`)}</h3>
        <StateBadge tone={badge.tone} icon={badge.icon}>
          {text(badge.word)}
        </StateBadge>
      </Stack>
      <Reported finding={finding} onRepaired={onRepaired} />
    </Grid>
  );
}

function Reported({
  finding,
  onRepaired,
}: {
  readonly finding: HealthFinding;
  readonly onRepaired: () => void;
}) {
  const text = useText();
  switch (finding.state) {
    case 'good':
    case 'unchecked':
      return (
        <Block narrow>
          <p>
            <ProblemSentence of={finding.says} />
          </p>
          {finding.raw !== null && finding.raw !== '' && (
            <Disclosure label={text('problem.rawWords')}>
              <pre className={classes['raw']}>{finding.raw}</pre>
            </Disclosure>
          )}
        </Block>
      );
    case 'attention':
    case 'broken':
      return (
        <Block narrow>
          <ProblemNotice
            problem={finding.problem}
            tone={finding.state === 'broken' ? 'trouble' : 'attention'}
          >
            {finding.act === null ? undefined : <Act act={finding.act} onRepaired={onRepaired} />}
          </ProblemNotice>
        </Block>
      );
    default:
      return neverReached(finding);
  }
}

/** The remedy that the app offers. */
function Act({ act, onRepaired }: { readonly act: HealthAct; readonly onRepaired: () => void }) {
  const text = useText();
  const tryNow = useMutation(window.boxwright.queue.tryNow);
  const measure = useMutation(window.boxwright.diagnostics.measureClock);
  const read = useMutation(window.boxwright.directory.sync);
  const mend = async () => {
    switch (act) {
      case 'try-now':
        await tryNow.run({});
        return onRepaired();
      case 'measure-clock':
        await measure.run({});
        return onRepaired();
      case 'read-fleet':
        await read.run({});
        return onRepaired();
      case 'open-connection':
        return navigate({ screen: 'connect' });
      case 'open-settings':
        return navigate({ screen: 'settings' });
      case 'make-bundle':
        document.getElementById(BUNDLE_PLACE)?.scrollIntoView({ block: 'start' });
        return undefined;
      default:
        return neverReached(act);
    }
  };
  return (
    <Button variant="default" loading={tryNow.busy || measure.busy || read.busy} onClick={() => void mend()}>
      {text(`health.act.${act}`)}
    </Button>
  );
}
