import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { AppStatus } from '../../shared/domain/status.ts';
import { neverReached } from '../../shared/never.ts';
import type { CallName } from '../../shared/ipc/contract.ts';
import type { OpenedFile } from '../../shared/ipc/calls/hand-over.ts';
import { PageLayout } from '../components/PageLayout.tsx';
import { RowsSkeleton } from '../components/EmptyState.tsx';
import { useText } from '../i18n/use-text.ts';
import { HomeScreen } from '../screens/home/HomeScreen.tsx';
import { ScanHub } from '../scanning/ScanHub.tsx';
import { useStatus } from '../data/status.ts';
import { NavigationRail } from '../navigation/NavigationRail.tsx';
import { openHelp } from '../navigation/help.ts';
import { hashOf, navigate, replaceRoute, useRoute } from '../navigation/route.ts';
import { call } from '../data/call.ts';
import { useQuery } from '../data/lookup.ts';
import { FaultBoundary } from './FaultBoundary.tsx';
import { Frame } from './Frame.tsx';
import * as screens from './lazy-screens.tsx';
import { NotForRole } from './NotForRole.tsx';

// Loaded late: no file can be dropped before the first frame.
const DropHub = lazy(async () => ({ default: (await import('./DropHub.tsx')).DropHub }));

/** The frame with the screen of the route in it. */
export function Screens() {
  const status = useStatus().value;
  const route = useRoute();
  const place = hashOf(route);
  const [list, setList] = useState<File | null>(null);
  // Leaving the import discards the dropped list.
  if (list !== null && route.screen !== 'batch') setList(null);
  // Decided once: a role that becomes known later must not move a person to another page.
  const [begins, setBegins] = useState<'unknown' | 'at-board' | 'here'>('unknown');
  if (begins === 'unknown' && status !== null) setBegins(beginsAtBoard(status) ? 'at-board' : 'here');
  useEffect(() => {
    if (begins === 'at-board') replaceRoute({ screen: 'installations', part: 'table', view: '' });
  }, [begins]);
  const isMoving = begins === 'at-board' && window.location.hash === '';
  useEffect(
    () =>
      window.boxwright.onGo((place) => {
        if (place.screen === 'help') return openHelp();
        return navigate(place.screen === 'queue' ? { ...place, show: 'needs-you' } : place);
      }),
    [],
  );
  useEffect(() => screens.fetchScreens(), []);
  const connected = status !== null && status.profile !== null;
  return (
    <Frame status={status}>
      <FaultBoundary place={place} rail={<NavigationRail />}>
        <Suspense fallback={<Loading rail={status === null ? null : <NavigationRail />} />}>
          {isMoving ? (
            <Loading rail={<NavigationRail />} />
          ) : (
            <Screen status={status} list={list} onListDone={() => setList(null)} />
          )}
        </Suspense>
      </FaultBoundary>
      {connected && <OpenedJob />}
      <ScanHub connected={connected} />
      <Suspense>
        <DropHub
          connected={connected}
          onList={(dropped) => {
            navigate({ screen: 'batch' });
            setList(dropped);
          }}
        />
      </Suspense>
    </Frame>
  );
}

const editsChecklists: CallName = 'checklists.saveDraft';

/** True where the window opens without a route on a laptop that starts at the supervisor's board. */
const beginsAtBoard = ({ profile, access }: AppStatus): boolean =>
  profile !== null && access.startsAtBoard && window.location.hash === '';

function Screen({
  status,
  list,
  onListDone,
}: {
  readonly status: AppStatus | null;
  /** The list of cars that was dropped on the window. */
  readonly list: File | null;
  readonly onListDone: () => void;
}) {
  const route = useRoute();
  const text = useText();
  if (status === null) return <Loading rail={null} />;
  if (route.screen === 'diagnostics') return <screens.DiagnosticsScreen />;
  if (route.screen === 'settings') return <screens.SettingsScreen status={status} />;
  if (route.screen === 'checklist')
    return status.access.refused.includes(editsChecklists) ? (
      <NotForRole title={text('checklists.title')} />
    ) : (
      <screens.ChecklistEditorScreen key={route.id} id={route.id} />
    );
  if (status.profile === null && status.startFailure !== null)
    return <screens.StartFailedPage failure={status.startFailure} />;
  // Without a profile only Connect is usable.
  if (route.screen === 'connect' || status.profile === null) return <screens.ConnectScreen status={status} />;
  switch (route.screen) {
    case 'home':
      return <HomeScreen status={status} />;
    case 'queue':
      return <screens.QueueScreen status={status} show={route.show} opened={route.operation} />;
    case 'directory':
      return <screens.DirectoryScreen status={status} section={route.section} id={route.id} />;
    case 'batch':
      return <screens.BatchScreen given={list} onGivenDone={onListDone} />;
    case 'shift':
      return <screens.ShiftScreen status={status} />;
    case 'installations':
      return <screens.InstallationsScreen part={route.part} viewText={route.view} />;
    case 'installation':
      return <screens.InstallationScreen jobId={route.jobId} viewText={route.view} />;
    case 'job':
      return <screens.JobFlow jobId={route.jobId} />;
    default:
      return neverReached(route);
  }
}

/** The placeholder of a screen that is loading. */
function Loading({ rail }: { readonly rail: ReactNode }) {
  const text = useText();
  return (
    <PageLayout rail={rail} title={text('common.loading')}>
      <RowsSkeleton />
    </PageLayout>
  );
}

// Taking a job over is rare, so its dialog is loaded on first use.
const TakeJob = lazy(async () => ({ default: (await import('../screens/home/TakeJob.tsx')).TakeJob }));
const nothing = {};
const topics = ['opened-file'] as const;

/** A transfer file that was opened with the app opens the take-over, over any screen. */
function OpenedJob() {
  const waiting = useQuery(window.boxwright.handover.opened, nothing, topics).value;
  const [shown, setShown] = useState<OpenedFile | null>(null);
  // The last job stays rendered while the dialog fades out.
  if (waiting !== null && waiting !== shown) setShown(waiting);
  if (shown === null) return null;
  return (
    <Suspense>
      <TakeJob
        key={shown.number}
        given={shown}
        opened={waiting !== null}
        onClose={() => void call(window.boxwright.handover.setAside, nothing)}
      />
    </Suspense>
  );
}
