import { useEffect } from 'react';
import type { AppStatus } from '../../shared/domain/status.ts';
import { neverReached } from '../../shared/never.ts';
import { PageLayout } from '../components/PageLayout.tsx';
import { RowsSkeleton } from '../components/RowsSkeleton.tsx';
import { JobFlow } from '../flows/JobFlow.tsx';
import { useText } from '../i18n/use-text.ts';
import { BatchScreen } from '../screens/batch/BatchScreen.tsx';
import { ChecklistEditorScreen } from '../screens/checklist-editor/ChecklistEditorScreen.tsx';
import { ConnectScreen } from '../screens/connect/ConnectScreen.tsx';
import { DiagnosticsScreen } from '../screens/diagnostics/DiagnosticsScreen.tsx';
import { DirectoryScreen } from '../screens/directory/DirectoryScreen.tsx';
import { HomeScreen } from '../screens/home/HomeScreen.tsx';
import { ScanHub } from '../scanning/ScanHub.tsx';
import { QueueScreen } from '../screens/queue/QueueScreen.tsx';
import { SettingsScreen } from '../screens/settings/SettingsScreen.tsx';
import { ShiftScreen } from '../screens/shift/ShiftScreen.tsx';
import { InstallationScreen } from '../screens/supervisor/InstallationScreen.tsx';
import { InstallationsScreen } from '../screens/supervisor/InstallationsScreen.tsx';
import { useStatus } from '../stores/status.ts';
import { textOfView } from './board-view.ts';
import { FaultBoundary } from './FaultBoundary.tsx';
import { Frame } from './Frame.tsx';
import { NavigationRail } from './NavigationRail.tsx';
import { OpenedJob } from './OpenedJob.tsx';
import { hashOf, navigate, useRoute } from './route.ts';

/** The frame with the screen of the route in it. */
export function Screens() {
  const status = useStatus().value;
  const place = hashOf(useRoute());
  useEffect(
    () =>
      window.boxwright.onGo((place) =>
        navigate(place.screen === 'queue' ? { ...place, show: 'needs-you' } : place),
      ),
    [],
  );
  return (
    <Frame status={status}>
      <FaultBoundary place={place} rail={<NavigationRail />}>
        <Screen status={status} />
      </FaultBoundary>
      {status !== null && status.profile !== null && <OpenedJob />}
      <ScanHub connected={status !== null && status.profile !== null} />
    </Frame>
  );
}

function Screen({ status }: { readonly status: AppStatus | null }) {
  const text = useText();
  const route = useRoute();
  if (status === null) {
    return (
      <PageLayout rail={null} title={text('common.loading')}>
        <RowsSkeleton />
      </PageLayout>
    );
  }
  if (route.screen === 'diagnostics') return <DiagnosticsScreen />;
  if (route.screen === 'settings') return <SettingsScreen status={status} />;
  if (route.screen === 'checklist') return <ChecklistEditorScreen key={route.id} id={route.id} />;
  // Without a profile there is nothing else one could do.
  if (route.screen === 'connect' || status.profile === null) return <ConnectScreen status={status} />;
  switch (route.screen) {
    case 'home':
      return <HomeScreen status={status} />;
    case 'queue':
      return <QueueScreen status={status} show={route.show} opened={route.operation} />;
    case 'directory':
      return <DirectoryScreen status={status} section={route.section} id={route.id} />;
    case 'batch':
      return <BatchScreen />;
    case 'shift':
      return <ShiftScreen status={status} />;
    case 'installations':
      return <InstallationsScreen part={route.part} viewText={textOfView(route.view)} />;
    case 'installation':
      return <InstallationScreen jobId={route.jobId} viewText={textOfView(route.view)} />;
    case 'job':
      return <JobFlow jobId={route.jobId} />;
    default:
      return neverReached(route);
  }
}
