import type { SyncState } from '../../../shared/domain/status.ts';
import { navigate } from '../../navigation/route.ts';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { useText } from '../../i18n/use-text.ts';
import { TryScanner } from '../../scanning/setup/TryScanner.tsx';
import { Section } from '../../components/Section.tsx';
import { ConnectRail } from './ConnectRail.tsx';
import { SyncProgressCard } from './SyncProgressCard.tsx';

/** The first reading of the fleet, with real progress. One may go on to Home meanwhile. */
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
