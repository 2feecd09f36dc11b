import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Problem, Sentence } from '../../shared/problem.ts';
import { useProblemText, useText, useSay } from '../i18n/use-text.ts';
import { Disclosure } from './Disclosure.tsx';
import { Block, Row, Text } from './layout.tsx';
import classes from './ProblemNotice.module.css';

/**
 * A problem as shown to a person: what happened and what it means, the next step, the remedy buttons, and the raw words
 * of the refusing side one click away.
 */
export function ProblemNotice({
  problem,
  tone = 'trouble',
  rawOpen = false,
  onRetry,
  children,
}: {
  readonly problem: Problem;
  /** `attention` where nothing is lost and the app recovers by itself. */
  readonly tone?: 'trouble' | 'attention';
  /** Shows the raw words at once, where the person needs them to decide. */
  readonly rawOpen?: boolean;
  /** Retries: where a read failed, the next step is a button. */
  readonly onRetry?: () => void;
  /** The remedy buttons. */
  readonly children?: ReactNode;
}) {
  const text = useText();
  const { says, next } = useProblemText()(problem);
  // An unexpected fault has the same tone everywhere.
  const worn = problem.code === 'unexpected' ? 'trouble' : tone;
  const Icon = worn === 'trouble' ? IconAlertTriangle : IconInfoCircle;
  return (
    <Row
      gap="2"
      className={classes['notice']}
      data-tone={worn}
      role={worn === 'trouble' ? 'alert' : 'status'}
    >
      <Icon className={classes['icon']} size={22} stroke={2} aria-hidden />
      <Block grow narrow className={classes['words']}>
        <Text as="p" line="body" weight="strong">
          {says}
        </Text>
        <Text as="p" size="lead" line="body" above="hair">
          {next}
        </Text>
        {(Boolean(children) || onRetry !== undefined) && (
          <Row gap="1" wrap className={classes['actions']}>
            {children}
            {onRetry !== undefined && (
              <Button variant="default" onClick={onRetry}>
                {text('common.again')}
              </Button>
            )}
          </Row>
        )}
        {problem.raw !== null && problem.raw !== '' && (
          <Disclosure label={text('problem.rawWords')} startsOpen={rawOpen}>
            <pre className={classes['raw']}>{problem.raw}</pre>
          </Disclosure>
        )}
      </Block>
    </Row>
  );
}

/** Renders a sentence of the main process in the reader's language. */
export function ProblemSentence({ of }: { readonly of: Sentence }) {
  return <>{useSay()(of)}</>;
}
