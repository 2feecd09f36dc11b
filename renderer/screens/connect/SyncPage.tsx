import { Button, Progress } from '@mantine/core';
import type { SyncState } from '../../../shared/domain/status.ts';
import { neverReached } from '../../../shared/never.ts';
import { navigate } from '../../navigation/route.ts';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { useText } from '../../i18n/use-text.ts';
import { TryScanner } from '../../scanning/setup/TryScanner.tsx';
import { Section, Card } from '../../components/Section.tsx';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { ConnectRail } from './ConnectRail.tsx';
import { Row, Text } from '../../components/layout.tsx';
import classes from './ConnectPages.module.css';

/** The first sync of the fleet with its real progress. Home is available meanwhile. */
export function SyncPage({ sync, onLeave }: { readonly sync: SyncState; readonly onLeave: () => void }) {
  const text = useText();
  return (
    <PageLayout
      rail={<ConnectRail step="sync" leave={false} />}
      title={text(sync.state === 'complete' ? 'connect.syncDone' : 'connect.syncTitle')}
      lead={text('connect.syncSays')}
      width="reading"
      action={
        <PrimaryAction
          label={text('connect.goOn')}
          hotkey="Enter"
          hint={sync.state === 'running' ? text('connect.goOnMeanwhile') : null}
          onAct={() => {
            onLeave();
            navigate({ screen: 'home' });
          }}
        />
      }
    >
      <SyncProgressCard sync={sync} />
      <Section title={text('scanning.test.meanwhile')} aside={<TryScanner />}>
        <p>{text('scanning.test.meanwhileSays')}</p>
      </Section>
    </PageLayout>
  );
}

/** The progress of the sync: finished parts of all parts, and rows so far. The API gives no totals. */
function SyncProgressCard({ sync }: { readonly sync: SyncState }) {
  const text = useText();
  const format = useFormat();
  const stop = useMutation(window.boxwright.directory.stopSync);
  const read = useMutation(window.boxwright.directory.sync);
  const again = (
    <Button variant="default" loading={read.busy} onClick={() => void read.run({})}>
      {text('connect.syncAgain')}
    </Button>
  );
  switch (sync.state) {
    case 'never':
      return <Bar what={text('connect.syncStarting')} parts="" value={0} foot={again} />;
    case 'running':
      return (
        <Bar
          what={text('connect.syncPart', { part: text(`syncPart.${sync.part}`) })}
          parts={text('connect.syncParts', { done: sync.partsDone, total: sync.partsTotal })}
          value={(100 * sync.partsDone) / Math.max(1, sync.partsTotal)}
          foot={
            <>
              <Text size="small" line="lead" quiet>
                {text('connect.syncRows', { count: sync.rows, rows: format.number(sync.rows) })}
              </Text>
              <Button variant="default" loading={stop.busy} onClick={() => void stop.run({})}>
                {text('connect.syncStop')}
              </Button>
            </>
          }
        />
      );
    case 'complete':
      return (
        <Bar
          what={text('connect.syncDoneSays', { at: format.dateTime(sync.asOf) })}
          parts=""
          value={100}
          foot={
            sync.notOffered.length > 0 && (
              <Text size="small" line="lead" quiet>
                {text('connect.syncNotOffered', { what: sync.notOffered.join(', ') })}
              </Text>
            )
          }
        />
      );
    case 'stopped':
      return (
        <ProblemNotice problem={sync.problem} tone="attention">
          {again}
        </ProblemNotice>
      );
    default:
      return neverReached(sync);
  }
}

function Bar({
  what,
  parts,
  value,
  foot,
}: {
  readonly what: string;
  readonly parts: string;
  readonly value: number;
  readonly foot: React.ReactNode;
}) {
  return (
    <Card>
      <Row gap="2" align="baseline" justify="between" tabular className={classes['progressHead']}>
        <Text weight="strong">{what}</Text>
        <span>{parts}</span>
      </Row>
      <Progress value={value} size={12} radius="xl" transitionDuration={200} aria-label={what} />
      {foot !== false && (
        <Row gap="2" align="center" justify="between" above="2" tall>
          {foot}
        </Row>
      )}
    </Card>
  );
}
