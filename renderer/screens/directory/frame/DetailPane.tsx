import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Problem } from '../../../../shared/problem.ts';
import { type DirectorySection, hashOf } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { RowsSkeleton, EmptyState } from '../../../components/EmptyState.tsx';
import type { BridgeFunction } from '../../../data/call.ts';
import { useQuery } from '../../../data/lookup.ts';
import { WritesNotice } from '../writes/WritesNotice.tsx';
import type { Subject } from '../writes/writes.ts';
import { sectionIcons } from './DirectoryFrame.tsx';
import { Block, Row, Text } from '../../../components/layout.tsx';
import classes from './DetailPane.module.css';

/** The open row: its heading with the acts, the pending changes, its sections. */
export function DetailPane({
  section,
  title,
  label,
  actions,
  about,
  children,
}: {
  readonly section: Exclude<DirectorySection, 'customers'>;
  /** The heading as it is shown. */
  readonly title: ReactNode;
  /** The heading as plain text, for screen readers. */
  readonly label: string;
  readonly actions?: ReactNode;
  readonly about?: Subject;
  readonly children: ReactNode;
}) {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // In a narrow window the detail replaces the list that had the focus, so the heading takes it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section className={classes['scroll']} aria-label={label}>
      <div className={classes['content']}>
        <Row
          as="a"
          inline
          gap="1"
          align="center"
          weight="strong"
          tone="accent"
          size="lead"
          line="inherit"
          tall
          className={classes['back']}
          href={hashOf({ screen: 'directory', section, id: null })}
        >
          <IconArrowLeft size={20} stroke={2} aria-hidden />
          {text(`directory.detail.back.${section}`)}
        </Row>
        <Row gap="2" align="center" justify="between" wrap className={classes['head']}>
          <Text as="h2" ref={heading} tabIndex={-1} narrow breaks className={classes['title']}>
            {title}
          </Text>
          {actions !== undefined && (
            <Row gap="1" wrap>
              {actions}
            </Row>
          )}
        </Row>
        {about !== undefined && <WritesNotice about={about} />}
        <Block above="3">{children}</Block>
      </div>
    </section>
  );
}

/** Replaces the open row while it is read, or when this laptop does not have it. */
export function NotHere({
  section,
  problem,
  onRetry,
  about,
}: {
  readonly section: Exclude<DirectorySection, 'customers'>;
  /** Null while it is read. */
  readonly problem: Problem | null;
  readonly onRetry: () => void;
  /** The subject of the open row, so that the change that removed it is still shown. */
  readonly about?: Subject;
}) {
  const text = useText();
  const label = text(problem === null ? 'common.loading' : 'common.unknown');
  return (
    <DetailPane
      section={section}
      label={label}
      title={problem === null ? null : label}
      {...(about === undefined ? {} : { about })}
    >
      {problem === null ? (
        <RowsSkeleton rows={3} height={96} />
      ) : (
        <ProblemNotice problem={problem} tone="attention" onRetry={onRetry} />
      )}
    </DetailPane>
  );
}

/** Beside the list while no row is open: says what opens here. */
export function ChooseFirst({ section }: { readonly section: Exclude<DirectorySection, 'customers'> }) {
  const text = useText();
  return (
    <EmptyState icon={sectionIcons[section]} title={text(`directory.list.choose.${section}`)}>
      {text(`directory.list.chooseSays.${section}`)}
    </EmptyState>
  );
}

/** The open row, refetched after a commit; null while it is read, and after it was removed from this laptop. */
export function useOpened<Input, Value>(
  ask: BridgeFunction<Input, Value>,
  input: Input,
): { readonly value: Value | null; readonly problem: Problem | null; readonly refetch: () => void } {
  const { value, problem, refetch } = useQuery(ask, input);
  return { value: problem?.code === 'not-found' ? null : value, problem, refetch };
}
