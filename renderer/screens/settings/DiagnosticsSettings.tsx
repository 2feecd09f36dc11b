import { Button } from '@mantine/core';
import { navigate } from '../../navigation/route.ts';
import { Card, Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import { SettingRow } from './SettingRow.tsx';

/** The way to how this laptop is, and to what support is given. */
export function DiagnosticsSettings() {
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
