import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { AppStatus } from '../../shared/domain/status.ts';
import type { OpenedFile } from '../../shared/ipc/calls/job-transfer.ts';
import { PageLayout } from '../components/PageLayout.tsx';
import { RowsSkeleton } from '../components/EmptyState.tsx';
import { useText } from '../i18n/use-text.ts';
import { ScanHub } from '../scanning/ScanHub.tsx';
import { askForCustomer } from '../data/customers.ts';
import { useStatus } from '../data/status.ts';
import { NavigationRail } from '../navigation/NavigationRail.tsx';
import { openHelp } from '../navigation/help.ts';
import {
  followLinks,
  hashOf,
  navigate,
  replaceRoute,
  type Route,
  type ScreenName,
  useRoute,
} from '../navigation/route.ts';
import { call } from '../data/call.ts';
import { useQuery } from '../data/lookup.ts';
import { FaultBoundary } from './FaultBoundary.tsx';
import { Frame } from './Frame.tsx';
import { fetchScreens, screenTable, startFailed, withoutProfile } from './screen-table.tsx';

// Loaded late: no file can be dropped before the first frame.
const DropHub = lazy(async () => ({ default: (await import('./DropHub.tsx')).DropHub }));

/** The frame with the screen of the route in it. */
export function Screens() {
  const status = useStatus().value;
  const route = useRoute();
  const place = hashOf(route);
  // Decided once: a role that becomes known later must not move a person to another page.
  const [begins, setBegins] = useState<'unknown' | 'at-board' | 'here'>('unknown');
  if (begins === 'unknown' && status !== null) setBegins(beginsAtBoard(status) ? 'at-board' : 'here');
  useEffect(() => {
    if (begins === 'at-board') replaceRoute({ screen: 'installations', part: 'table', view: '' });
  }, [begins]);
  const isMoving = begins === 'at-board' && window.location.hash === '';
  useEffect(
    () =>
      window.boxwright.onGo((place, connection) => {
        if (connection !== null) return askForCustomer({ id: connection, place });
        if (place.screen === 'help') return openHelp();
        return navigate(place.screen === 'queue' ? { ...place, show: 'needs-you' } : place);
      }),
    [],
  );
  useEffect(() => fetchScreens(), []);
  useEffect(() => followLinks(), []);
  const connected = status !== null && status.profile !== null;
  return (
    <Frame status={status}>
      <FaultBoundary place={place} rail={<NavigationRail />}>
        <Suspense fallback={<Loading rail={status === null ? null : <NavigationRail />} />}>
          {isMoving ? <Loading rail={<NavigationRail />} /> : <Screen status={status} />}
        </Suspense>
      </FaultBoundary>
      {connected && <OpenedJob />}
      <ScanHub connected={connected} />
      <Suspense>
        <DropHub connected={connected} />
      </Suspense>
    </Frame>
  );
}

/** True where the window opens without a route on a laptop that starts at the supervisor's board. */
const beginsAtBoard = ({ profile, access }: AppStatus): boolean =>
  profile !== null && access.startsAtBoard && window.location.hash === '';

function Screen({ status }: { readonly status: AppStatus | null }) {
  const route = useRoute();
  if (status === null) return <Loading rail={null} />;
  if (status.profile !== null || withoutProfile.includes(route.screen))
    return <Shown status={status} route={route} />;
  if (status.startFailure !== null) return <startFailed.Component failure={status.startFailure} />;
  return <screenTable.connect.Component status={status} />;
}

function Shown<Name extends ScreenName>({
  status,
  route,
}: {
  readonly status: AppStatus;
  readonly route: Route<Name>;
}) {
  const { Component } = screenTable[route.screen];
  return <Component status={status} {...route} />;
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
