import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CLOCK_OFF_MS, MINUTE } from '../../../shared/time.ts';
import type { Problem, ProblemCode } from '../../../shared/problem.ts';
import type { ConnectionFacts } from '../../../shared/domain/profile.ts';
import { Section } from '../../components/Section.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText, useProblemText } from '../../i18n/use-text.ts';
import { ProxyLoginButton } from '../../components/credentials.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import type { TextKey } from '../../i18n/texts.ts';
import { useAnswer } from '../../data/lookup.ts';
import type { TestLines, Line } from './connection-test.ts';
import { Block, Row, Text } from '../../components/layout.tsx';
import pages from './ConnectPages.module.css';
import classes from './TestedLines.module.css';

/* The live results of the connection tests. */

/** The live results of the tests, and how secrets are stored. */
export function TestedLines({ lines }: { readonly lines: TestLines }) {
  const text = useText();
  const seen = lines.customers.state === 'passed' ? lines.customers.value.customers.length : 0;
  return (
    <>
      <Section title={text('connect.checks')}>
        <ul className={pages['lines']} aria-live="polite">
          <CheckLine
            label={text('connect.checkAddress')}
            line={lines.address}
            found={
              lines.address.state === 'passed' && (
                <>
                  <ClockFound offset={lines.address.value.clockOffsetMs} />
                  <ConnectionFound connection={lines.address.value.connection} />
                </>
              )
            }
          />
          <CheckLine
            label={text('connect.checkLogin')}
            line={lines.login}
            found={text('connect.checkLoginDone')}
          />
          <CheckLine
            label={text('connect.checkCustomers')}
            line={lines.customers}
            found={
              seen === 0 ? text('connect.noCustomers') : text('connect.checkCustomersDone', { count: seen })
            }
          />
        </ul>
      </Section>
      <SecretsKept />
    </>
  );
}

function ClockFound({ offset }: { readonly offset: number | null }) {
  const text = useText();
  const format = useFormat();
  if (offset === null) return text('connect.checkAddressDoneNoClock');
  const away = Math.abs(offset);
  return (
    <>
      {text('connect.checkAddressDone', {
        offset: away < MINUTE ? format.seconds(away) : format.duration(away),
      })}
      {away >= CLOCK_OFF_MS && (
        <Text as="p" weight="medium" above="half" tone="attention">
          {text('connect.clockWarning', { offset: format.duration(away) })}
        </Text>
      )}
    </>
  );
}

/** One test: its state as icon and words, and for a failure the meaning and the remedy. */
export function CheckLine({
  label,
  line,
  found,
}: {
  readonly label: string;
  readonly line: Line<unknown>;
  /** The result of a passed test. */
  readonly found: ReactNode;
}) {
  const text = useText();
  return (
    <Row as="li" gap="1-half" ruled className={classes['line']} data-state={line.state}>
      <Row as="span" align="center" justify="center" fixed className={classes['sign']}>
        {sign(line.state)}
      </Row>
      <Block narrow>
        <Text as="p" line="body" weight="strong">
          {label}
        </Text>
        {line.state === 'waiting' && (
          <Text as="p" size="small" quiet>
            {text('connect.checkWaiting')}
          </Text>
        )}
        {line.state === 'running' && (
          <Text as="p" size="small" quiet>
            {text('connect.checkRunning')}
          </Text>
        )}
        {line.state === 'skipped' && (
          <Text as="p" size="small" quiet>
            {text('connect.checkSkipped')}
          </Text>
        )}
        {line.state === 'passed' && (
          <Text as="div" size="small" quiet>
            {found}
          </Text>
        )}
        {line.state === 'failed' && <Failure problem={line.problem} />}
      </Block>
    </Row>
  );
}

function sign(state: Line<unknown>['state']): ReactNode {
  if (state === 'running') return <Loader size={20} />;
  if (state === 'passed') return <IconCircleCheck size={24} stroke={2} aria-hidden />;
  if (state === 'failed') return <IconAlertTriangle size={24} stroke={2} aria-hidden />;
  return <IconCircleDashed size={24} stroke={1.6} aria-hidden />;
}

/**
 * Faults that the app otherwise retries by itself. Here a person runs the test, so the advice is to check and test
 * again.
 */
const connectionCodes: ReadonlySet<ProblemCode> = new Set([
  'operator-unreachable',
  'operator-timeout',
  'operator-login-unavailable',
  'operator-failing',
  'relay-unreachable',
  'proxy-unreachable',
]);

/** Faults whose advice elsewhere is to open the connection settings. Here the fields above correct them. */
const localAdvice: Partial<Record<ProblemCode, TextKey>> = {
  'operator-login-refused': 'connect.checkLoginHere',
  'operator-unauthorised': 'connect.checkLoginHere',
  'operator-redirected': 'connect.checkAddressHere',
  'relay-refused': 'connect.checkTokenHere',
};

function Failure({ problem }: { readonly problem: Problem }) {
  const text = useText();
  const { says, next } = useProblemText()(problem);
  const here = connectionCodes.has(problem.code) ? 'connect.checkNext' : localAdvice[problem.code];
  return (
    <>
      <Text as="p" size="lead" weight="medium" above="hair" tone="trouble">
        {says}
      </Text>
      <Text as="p" size="small" above="half">
        {here === undefined ? next : text(here)}
      </Text>
      {problem.code === 'proxy-login-needed' && (
        <div className={classes['act']}>
          <ProxyLoginButton />
        </div>
      )}
      {problem.raw !== null && problem.raw !== '' && (
        <Disclosure label={text('problem.rawWords')}>
          <Text as="p" size="caption" line="caption" mono breaks>
            {problem.raw}
          </Text>
        </Disclosure>
      )}
    </>
  );
}

/** The connection to an address: its proxy, TLS version and issuer, and whether the traffic is inspected. */
export function ConnectionFound({ connection }: { readonly connection: ConnectionFacts | null }) {
  const text = useText();
  if (connection === null) return null;
  const { proxy, tls } = connection;
  return (
    <>
      <p>{proxy === null ? text('connect.network.direct') : text('connect.network.proxy', { proxy })}</p>
      <p>
        {tls === null
          ? text('connect.network.plain')
          : text('connect.network.tls', { version: tls.version, issuer: tls.issuer })}
      </p>
      {tls?.inspected === true && (
        <Text as="p" weight="medium" above="half" tone="attention">
          {text('connect.network.inspected', { issuer: tls.issuer })}
        </Text>
      )}
    </>
  );
}

const everything = {} as const;

/** States where this computer stores the secrets that are typed here. */
export function SecretsKept() {
  const text = useText();
  const info = useAnswer(window.boxwright.app.info, everything);
  return (
    <Section title={text('connect.keepingTitle')}>
      <Text as="p" size="small" line="lead" quiet>
        {text(`connect.keeping.${info.value?.secrets ?? 'ask'}`)}
      </Text>
    </Section>
  );
}
