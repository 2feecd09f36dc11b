import { Loader, UnstyledButton, Button } from '@mantine/core';
import {
  type Icon,
  IconBox,
  IconPlugConnectedX,
  IconPlus,
  IconReplace,
  IconListDetails,
  IconRepeat,
  IconTransfer,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { JobKind } from '../../../shared/domain/job-steps.ts';
import { KeyHint } from '../../components/KeyHint.tsx';
import { useText } from '../../i18n/use-text.ts';
import { hashOf } from '../../navigation/route.ts';
import { useQuery } from '../../data/lookup.ts';
import { Pairs, Row, Stack, Text } from '../../components/layout.tsx';
import classes from './NewJob.module.css';

const kinds: readonly { readonly kind: JobKind; readonly icon: Icon }[] = [
  { kind: 'installation', icon: IconPlus },
  { kind: 'removal', icon: IconPlugConnectedX },
  { kind: 'swap', icon: IconReplace },
];

/** The acts that begin a job without a plan. */
export function NewJob({
  first,
  busy,
  onStart,
}: {
  /** Whether a new installation is the primary act of Home. */
  readonly first: boolean;
  readonly busy: boolean;
  readonly onStart: (kind: JobKind) => void;
}) {
  const text = useText();
  return (
    <Pairs gap="2" className={classes['kinds']}>
      {kinds.map(({ kind, icon: Sign }) => (
        <Row
          as={UnstyledButton}
          key={kind}
          gap="3"
          align="center"
          className={classes['button']}
          data-kind={kind}
          data-first={(first && kind === 'installation') || undefined}
          aria-keyshortcuts={text(`letter.${kind}`)}
          aria-busy={busy || undefined}
          onClick={() => onStart(kind)}
        >
          <Row as="span" align="center" justify="center" fixed className={classes['sign']}>
            {busy && kind === 'installation' ? (
              <Loader size={28} color="currentColor" />
            ) : (
              <Sign size={30} stroke={2.1} aria-hidden />
            )}
          </Row>
          <Stack as="span" gap="hair" grow className={classes['words']}>
            <span className={classes['title']}>{text(`home.new.${kind}.title`)}</span>
            <span className={classes['says']}>{text(`home.new.${kind}.says`)}</span>
          </Stack>
          <KeyHint keys={text(`letter.${kind}`)} onAccent={first && kind === 'installation'} />
        </Row>
      ))}
    </Pairs>
  );
}

// These dialogs are rare, and one contains the number field, so each is loaded on first use.
const BeginSeries = lazy(async () => ({
  default: (await import('../../components/series/BeginSeries.tsx')).BeginSeries,
}));
const OtherJobs = lazy(async () => ({ default: (await import('./OtherJobs.tsx')).OtherJobs }));
const TakeJob = lazy(async () => ({ default: (await import('./TakeJob.tsx')).TakeJob }));
const topics = ['jobs', 'profile'] as const;
/** Only the number of planned cars is needed; a limit of 1 keeps the answer small. */
const countOnly = { text: '', limit: 1, offset: 0 };

/** A dialog is mounted when it is first opened, and stays mounted. */
type Dialog = 'never' | 'open' | 'closed';

/** The less frequent acts that begin a job. */
export function MoreWays() {
  const text = useText();
  const [series, setSeries] = useState<Dialog>('never');
  const [taking, setTaking] = useState<Dialog>('never');
  const planned = useQuery(window.boxwright.batch.planned, countOnly, topics).value?.total ?? 0;
  return (
    <Row gap="1" wrap above="2" className={classes['ways']}>
      <Button
        variant="default"
        leftSection={<IconRepeat size={20} stroke={1.8} aria-hidden />}
        onClick={() => setSeries('open')}
      >
        {text('series.begin')}
      </Button>
      <Button
        component="a"
        href={hashOf({ screen: 'batch' })}
        variant="default"
        leftSection={<IconListDetails size={20} stroke={1.8} aria-hidden />}
      >
        {text('batch.home')}
        {planned > 0 && (
          <Text size="small" line="body" tone="neutral" className={classes['count']}>
            {text('batch.homeCount', { count: planned })}
          </Text>
        )}
      </Button>
      <Button
        component="a"
        href={hashOf({ screen: 'boxes' })}
        variant="default"
        leftSection={<IconBox size={20} stroke={1.8} aria-hidden />}
      >
        {text('boxes.title')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTransfer size={20} stroke={1.8} aria-hidden />}
        onClick={() => setTaking('open')}
      >
        {text('handOver.take')}
      </Button>
      <Suspense>
        <OtherJobs />
      </Suspense>
      {taking !== 'never' && (
        <Suspense>
          <TakeJob opened={taking === 'open'} onClose={() => setTaking('closed')} />
        </Suspense>
      )}
      {series !== 'never' && (
        <Suspense>
          <BeginSeries like={null} opened={series === 'open'} onClose={() => setSeries('closed')}>
            <p>{text('series.beginSays')}</p>
          </BeginSeries>
        </Suspense>
      )}
    </Row>
  );
}
