import { Skeleton, Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { PreflightCheck } from '../../../../shared/domain/boxes.ts';
import { MINUTE } from '../../../../shared/time.ts';
import { looksLikeSerial } from '../../../../shared/domain/serial.ts';
import type { JobId } from '../../../../shared/ids.ts';
import type { CallOutput } from '../../../../shared/ipc/contract.ts';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { navigate } from '../../../navigation/route.ts';
import { checkBadges } from '../../../components/badges.ts';
import { Disclosure } from '../../../components/Disclosure.tsx';
import { ProblemSentence } from '../../../components/ProblemNotice.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useMinute } from '../../../format/use-now.ts';
import type { BridgeFunction } from '../../../data/call.ts';
import { useQuery } from '../../../data/lookup.ts';
import { listenToCommits } from '../../../data/topics.ts';
import { useFlow } from '../../flow-context.ts';
import { StartHere } from '../../StartHere.tsx';
import { Block, Row, Text } from '../../../components/layout.tsx';
import lines from '../../../components/List.module.css';
import classes from './Box.module.css';

const EXPECTED_CHECKS = 5;

const isRefused = ({ state }: PreflightCheck): boolean => state === 'refused';

/** The checks of this Box before it is fitted, refusals first. A check that could not be made is shown as unchecked. */
export function PreflightList({
  checks,
  busy,
}: {
  readonly checks: readonly PreflightCheck[];
  readonly busy: boolean;
}) {
  const text = useText();
  return (
    <Section title={text('flow.box.checks')}>
      <div aria-live="polite" aria-busy={busy}>
        {checks.length > 0 ? (
          <ul className={lines['lines']}>
            {[...checks.filter(isRefused), ...checks.filter((check) => !isRefused(check))].map((check) => (
              <PreflightLine key={check.check} check={check} />
            ))}
          </ul>
        ) : busy ? (
          <ul className={lines['lines']} aria-label={text('flow.box.checking')}>
            {Array.from({ length: EXPECTED_CHECKS }, (_, index) => (
              <Row as="li" key={index} gap="2" align="center" className={classes['shape']}>
                <Skeleton circle width={28} height={28} />
                <Skeleton width="44%" height={14} />
              </Row>
            ))}
          </ul>
        ) : (
          <Text as="p" quiet className={classes['empty']}>
            {text('flow.box.checksEmpty')}
          </Text>
        )}
      </div>
    </Section>
  );
}

/** One check: icon and word of its state, its message, the age of its data, and for a refusal the remedy. */
function PreflightLine({ check }: { readonly check: PreflightCheck }) {
  const text = useText();
  const isFinished = useFlow().job.finishedAt !== null;
  const badge = checkBadges[check.state];
  const raw = check.problem?.raw ?? null;
  return (
    <Row as="li" gap="2" align="start" className={classes['line']} data-state={check.state}>
      <badge.icon
        data-tone={badge.tone}
        className={classes['checkIcon']}
        size={28}
        stroke={1.8}
        aria-label={text(badge.word)}
        role="img"
      />
      <Block grow narrow>
        <Text as="p" line="body" weight="bold">
          {text(`flow.box.check.${check.check}.${check.state}`)}
        </Text>
        <Text as="p" size="small" quiet breaks className={classes['checkSays']}>
          <ProblemSentence of={check.says} />
        </Text>
        {check.state === 'refused' && !isFinished && <Remedy check={check} />}
        {raw !== null && raw !== '' && (
          <Disclosure label={text('problem.rawWords')}>
            <Text as="p" size="small" quiet breaks className={classes['checkSays']}>
              {raw}
            </Text>
          </Disclosure>
        )}
      </Block>
      {check.asOf !== null && <Age asOf={check.asOf} />}
    </Row>
  );
}

/** The remedy for a refusal: one sentence, and a button where the app offers the remedy. */
function Remedy({ check: { check, problem } }: { readonly check: PreflightCheck }) {
  const text = useText();
  const { job, goTo } = useFlow();
  const mend = classes['mend'] ?? '';
  const carId = problem?.params['carId'];
  return (
    <>
      {problem !== null && (
        <Text as="p" size="small" quiet breaks className={classes['checkSays']}>
          <ProblemSentence of={{ key: `problems.${problem.code}.next`, params: problem.params }} />
        </Text>
      )}
      {check === 'variant' && (
        <Button variant="default" className={mend} onClick={() => goTo('keyfob')}>
          {text('flow.box.otherKey')}
        </Button>
      )}
      {check === 'free' && typeof carId === 'number' && (
        <Button
          variant="default"
          className={mend}
          onClick={() => navigate({ screen: 'directory', section: 'cars', id: String(carId) })}
        >
          {text('flow.box.openCar')}
        </Button>
      )}
      {check === 'car-empty' && job.kind === 'installation' && (
        <StartHere kind="swap" label={text('flow.box.swapHere')} className={mend} />
      )}
    </>
  );
}

function Age({ asOf }: { readonly asOf: number }) {
  const text = useText();
  const format = useFormat();
  const age = useMinute() - asOf;
  return (
    <Text
      as="time"
      fixed
      size="small"
      quiet
      className={classes['age']}
      dateTime={new Date(asOf).toISOString()}
      title={format.dateTime(asOf)}
    >
      {age < MINUTE ? text('flow.box.fresh') : text('flow.box.old', { age })}
    </Text>
  );
}

interface Question {
  readonly jobId: JobId;
  readonly serialNumber: string;
  /** Number of commits of the job so far. It is part of the query because each commit may bring facts about the Box. */
  readonly commits: number;
}

/** Asks main for the checks of a serial. Text that cannot be a serial is not sent. */
const ask: BridgeFunction<Question, CallOutput<'jobs.preflight'>> = ({ jobId, serialNumber }) =>
  looksLikeSerial(serialNumber)
    ? window.boxwright.jobs.preflight({ jobId, serialNumber })
    : Promise.resolve({ ok: true, value: { checks: [], variant: null, product: null, near: [] } });

/** The checks of a serial, refetched after a commit of this job. */
export function usePreflight(jobId: JobId, serialNumber: string) {
  const [commits, setCommits] = useState(0);
  useEffect(
    () =>
      listenToCommits((topics) => {
        if (topics.includes(`job:${jobId}`)) setCommits((count) => count + 1);
      }),
    [jobId],
  );
  return useQuery(
    ask,
    useMemo(() => ({ jobId, serialNumber, commits }), [jobId, serialNumber, commits]),
  );
}
