import { useDeferredValue } from 'react';
import type { AppStatus } from '../../../shared/domain/status.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { useText } from '../../i18n/use-text.ts';
import { usePreferences } from '../../data/preferences.ts';
import { AssumptionSettings } from './AssumptionSettings.tsx';
import { ChecklistSettings } from './ChecklistSettings.tsx';
import { ConnectionSettings } from './ConnectionSettings.tsx';
import { DiagnosticsSettings } from './DiagnosticsSettings.tsx';
import { LookSettings } from './LookSettings.tsx';
import { LockSettings } from './LockSettings.tsx';
import { LogSettings } from './LogSettings.tsx';
import { PeopleSettings } from './PeopleSettings.tsx';
import { RemovalSettings } from './RemovalSettings.tsx';
import { ScannerSettings } from './ScannerSettings.tsx';
import { UpdateSettings } from './UpdateSettings.tsx';
import { WorkSettings } from './WorkSettings.tsx';
import { May } from '../../components/May.tsx';
import { RoleSettings } from './RoleSettings.tsx';

/** Look, work and connection of this laptop. Every change counts at once. */
export function SettingsScreen({ status }: { readonly status: AppStatus }) {
  const text = useText();
  const preferences = usePreferences();
  // Sections below the first screenful are drawn after it, in pieces, and hold up nothing.
  const whole = useDeferredValue(true, false);
  return (
    <PageLayout rail={<NavigationRail />} title={text('settings.title')} width="reading">
      {preferences === null ? (
        <RowsSkeleton />
      ) : (
        <>
          <LookSettings preferences={preferences} />
          <WorkSettings preferences={preferences} />
          <ChecklistSettings />
          {whole && (
            <>
              <PeopleSettings />
              <LockSettings />
              <RoleSettings access={status.access} />
              <ScannerSettings preferences={preferences} />
              <ConnectionSettings status={status} />
              <UpdateSettings />
              <DiagnosticsSettings />
              {status.profile !== null && <LogSettings />}
              {status.profile !== null && <RemovalSettings />}
              {status.profile !== null && (
                <May ask="connect.changeAssumptions">
                  <AssumptionSettings />
                </May>
              )}
            </>
          )}
        </>
      )}
    </PageLayout>
  );
}
