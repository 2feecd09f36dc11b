import { useDeferredValue, useId } from 'react';
import { Button, SegmentedControl } from '@mantine/core';
import type { AppStatus } from '../../../shared/domain/status.ts';
import { language, type Preferences, theme } from '../../../shared/domain/settings.ts';
import { availableLanguages } from '../../../shared/words/speak.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { useText } from '../../i18n/use-text.ts';
import { usePreferences, usePolicy, usePreferenceChange } from '../../data/laptop.ts';
import { May } from '../../components/May.tsx';
import { navigate } from '../../navigation/route.ts';
import { Card, Section } from '../../components/Section.tsx';
import { AssumptionSettings } from './AssumptionSettings.tsx';
import { ChecklistSettings } from './ChecklistSettings.tsx';
import { CrewSettings } from './CrewSettings.tsx';
import { ConnectionSettings } from './ConnectionSettings.tsx';
import { CustomersSettings } from './CustomersSettings.tsx';
import { LockSettings } from './LockSettings.tsx';
import { LogSettings } from './LogSettings.tsx';
import { PeopleSettings } from './PeopleSettings.tsx';
import { PublicationSettings } from './PublicationSettings.tsx';
import { RemovalSettings } from './RemovalSettings.tsx';
import { ScannerSettings } from './ScannerSettings.tsx';
import { UpdateSettings } from './UpdateSettings.tsx';
import { WorkSettings } from './WorkSettings.tsx';
import { RoleSettings } from './RoleSettings.tsx';
import { RefusedChange, SettingRow } from './SettingRow.tsx';

/** Appearance, work and connection of this laptop. Every change applies at once. */
export function SettingsScreen({ status }: { readonly status: AppStatus }) {
  const text = useText();
  const preferences = usePreferences();
  // Sections below the first screenful render in a deferred pass, so that they do not block the first one.
  const whole = useDeferredValue(true, false);
  return (
    <PageLayout rail={<NavigationRail />} title={text('settings.title')} width="reading">
      {preferences === null ? (
        <RowsSkeleton />
      ) : (
        <>
          <AppearanceSettings preferences={preferences} />
          <WorkSettings preferences={preferences} />
          <ChecklistSettings />
          {whole && (
            <>
              <PeopleSettings />
              <LockSettings />
              <RoleSettings access={status.access} />
              <ScannerSettings preferences={preferences} />
              <ConnectionSettings status={status} />
              {status.customers.length > 0 && <CustomersSettings customers={status.customers} />}
              {(status.profile?.relayUrl ?? null) !== null && (
                <>
                  <PublicationSettings />
                  <CrewSettings />
                </>
              )}
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

/** The link to Diagnostics. */
function DiagnosticsSettings() {
  const text = useText();
  return (
    <Section title={text('diagnostics.title')}>
      <Card padded={false}>
        <SettingRow label={text('diagnostics.settingsLabel')} says={text('diagnostics.settingsSays')}>
          <Button variant="default" onClick={() => navigate({ screen: 'diagnostics' })}>
            {text('diagnostics.open')}
          </Button>
        </SettingRow>
      </Card>
    </Section>
  );
}

/** Theme and language. */
function AppearanceSettings({ preferences }: { readonly preferences: Preferences }) {
  const text = useText();
  const locked = usePolicy().language !== undefined;
  const ids = { theme: useId(), language: useId() };
  const { change, problem } = usePreferenceChange();
  return (
    <Section title={text('settings.look')}>
      <Card padded={false}>
        <SettingRow label={text('settings.theme')} labelId={ids.theme}>
          <SegmentedControl
            aria-labelledby={ids.theme}
            value={preferences.theme}
            onChange={(value) => void change({ theme: theme.parse(value) })}
            data={[
              { value: 'light', label: text('settings.themeLight') },
              { value: 'dark', label: text('settings.themeDark') },
              { value: 'system', label: text('settings.themeSystem') },
            ]}
          />
        </SettingRow>
        <SettingRow
          label={text('settings.language')}
          labelId={ids.language}
          {...(locked ? { says: text('common.setByAdministrator') } : {})}
        >
          <SegmentedControl
            aria-labelledby={ids.language}
            disabled={locked}
            value={preferences.language}
            onChange={(value) => void change({ language: language.parse(value) })}
            data={availableLanguages.map(({ language: value, name }) => ({ value, label: name }))}
          />
        </SettingRow>
      </Card>
      <RefusedChange problem={problem} />
    </Section>
  );
}
