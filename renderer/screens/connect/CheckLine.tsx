import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Problem, ProblemCode } from '../../../shared/problem.ts';
import { ProxyLoginButton } from '../../components/ProxyLogin.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import type { TextKey } from '../../i18n/text-keys.ts';
import { useProblemText, useText } from '../../i18n/use-text.ts';
import type { Line } from './connection-test.ts';
import classes from './CheckLine.module.css';

/** One line of the test: its state as icon and words, and when it failed what that means and what to do. */
export function CheckLine({
  label,
  line,
  found,
}: {
  readonly label: string;
  readonly line: Line<unknown>;
  /** The finding of a passed line. */
  readonly found: ReactNode;
}) {
  const text = useText();
  return (
    <li className={classes['line']} data-state={line.state}>
      <span className={classes['sign']}>{sign(line.state)}</span>
      <div className={classes['words']}>
        <p className={classes['label']}>{label}</p>
        {line.state === 'waiting' && <p className={classes['says']}>{text('connect.checkWaiting')}</p>}
        {line.state === 'running' && <p className={classes['says']}>{text('connect.checkRunning')}</p>}
        {line.state === 'skipped' && <p className={classes['says']}>{text('connect.checkSkipped')}</p>}
        {line.state === 'passed' && <div className={classes['says']}>{found}</div>}
        {line.state === 'failed' && <Failure problem={line.problem} />}
      </div>
    </li>
  );
}

function sign(state: Line<unknown>['state']): ReactNode {
  if (state === 'running') return <Loader size={20} />;
  if (state === 'passed') return <IconCircleCheck size={24} stroke={2} aria-hidden />;
  if (state === 'failed') return <IconAlertTriangle size={24} stroke={2} aria-hidden />;
  return <IconCircleDashed size={24} stroke={1.6} aria-hidden />;
}

/** Tests that the app otherwise tries again by itself; here a person makes them, who can only look and test once more. */
const wayBroken: ReadonlySet<ProblemCode> = new Set([
  'operator-unreachable',
  'operator-timeout',
  'operator-login-unavailable',
  'operator-failing',
  'relay-unreachable',
  'proxy-unreachable',
]);

/** Faults that elsewhere lead to the connection settings are corrected in the fields above. */
const hereInstead: Partial<Record<ProblemCode, TextKey>> = {
  'operator-login-refused': 'connect.checkLoginHere',
  'operator-unauthorised': 'connect.checkLoginHere',
  'operator-redirected': 'connect.checkAddressHere',
  'relay-refused': 'connect.checkTokenHere',
};

function Failure({ problem }: { readonly problem: Problem }) {
  const text = useText();
  const { says, next } = useProblemText()(problem);
  const here = wayBroken.has(problem.code) ? 'connect.checkNext' : hereInstead[problem.code];
  return (
    <>
      <p className={classes['failed']}>{says}</p>
      <p className={classes['next']}>{here === undefined ? next : text(here)}</p>
      {problem.code === 'proxy-login-needed' && (
        <div className={classes['act']}>
          <ProxyLoginButton />
        </div>
      )}
      {problem.raw !== null && problem.raw !== '' && (
        <Disclosure label={text('problem.rawWords')}>
          <p className={classes['raw']}>{problem.raw}</p>
        </Disclosure>
      )}
    </>
  );
}
