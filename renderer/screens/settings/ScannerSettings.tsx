import { SegmentedControl, Select } from '@mantine/core';
import { type ComponentProps, useId } from 'react';
import type { Preferences } from '../../../shared/domain/settings.ts';
import { type ScannerSettings as Settings, scannerSettings } from '../../../shared/domain/scanning.ts';
import { Card, Section } from '../../components/Section.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { useText } from '../../i18n/use-text.ts';
import { TryScanner } from '../../scanning/setup/TryScanner.tsx';
import { usePreferenceChange } from '../../data/laptop.ts';
import { RefusedChange, SettingRow } from './SettingRow.tsx';
import { TypedSetting, wholeNumber } from './TypedSetting.tsx';
import classes from './ScannerSettings.module.css';

const { layout, end, maxGapMs, minLength, prefix, suffix } = scannerSettings.shape;

/** The settings of this laptop's USB scanner. The test finds most of them by itself. */
export function ScannerSettings({ preferences }: { readonly preferences: Preferences }) {
  const text = useText();
  const endId = useId();
  const { scanner } = preferences;
  const { change: changePreferences, problem } = usePreferenceChange();
  const change = (wanted: Partial<Settings>) => changePreferences({ scanner: wanted });
  return (
    <Section title={text('settings.scanner.title')}>
      <Card padded={false}>
        <SettingRow label={text('settings.scanner.test')} says={text('settings.scanner.testSays')}>
          <TryScanner />
        </SettingRow>
        <SettingRow label={text('settings.scanner.layout')} says={text('settings.scanner.layoutSays')}>
          <Select
            aria-label={text('settings.scanner.layout')}
            w="100%"
            allowDeselect={false}
            value={scanner.layout}
            data={[
              { value: 'computer', label: text('settings.scanner.asComputer') },
              { value: 'qwerty', label: text('scanning.layout.qwerty') },
              { value: 'qwertz', label: text('scanning.layout.qwertz') },
              { value: 'azerty', label: text('scanning.layout.azerty') },
            ]}
            onChange={(value) => void change({ layout: layout.parse(value) })}
          />
        </SettingRow>
        <SettingRow
          label={text('settings.scanner.end')}
          labelId={endId}
          says={text('settings.scanner.endSays')}
        >
          <SegmentedControl
            aria-labelledby={endId}
            value={scanner.end}
            onChange={(value) => void change({ end: end.parse(value) })}
            data={[
              { value: 'key', label: text('settings.scanner.endKey') },
              { value: 'pause', label: text('settings.scanner.endPause') },
            ]}
          />
        </SettingRow>
        <div className={classes['fine']}>
          <Disclosure label={text('settings.scanner.fine')}>
            <ScannerValue
              name="prefix"
              value={scanner.prefix}
              parse={(typed) => prefix.safeParse(typed).data ?? null}
              onSave={(value) => change({ prefix: value })}
            />
            <ScannerValue
              name="suffix"
              value={scanner.suffix}
              parse={(typed) => suffix.safeParse(typed).data ?? null}
              onSave={(value) => change({ suffix: value })}
            />
            <ScannerValue
              name="maxGapMs"
              value={scanner.maxGapMs}
              parse={(typed) => maxGapMs.safeParse(wholeNumber(typed)).data ?? null}
              onSave={(value) => change({ maxGapMs: value })}
            />
            <ScannerValue
              name="minLength"
              value={scanner.minLength}
              parse={(typed) => minLength.safeParse(wholeNumber(typed)).data ?? null}
              onSave={(value) => change({ minLength: value })}
            />
          </Disclosure>
        </div>
      </Card>
      <RefusedChange problem={problem} />
    </Section>
  );
}

/** One typed setting of the scanner. */
function ScannerValue<Value extends string | number>({
  name,
  ...setting
}: {
  readonly name: 'prefix' | 'suffix' | 'maxGapMs' | 'minLength';
} & Pick<ComponentProps<typeof TypedSetting<Value>>, 'value' | 'parse' | 'onSave'>) {
  const text = useText();
  const label = text(`settings.scanner.${name}`);
  return (
    <SettingRow label={label} says={text(`settings.scanner.${name}Says`)}>
      <TypedSetting
        {...setting}
        label={label}
        bad={text(`settings.scanner.${name}Bad`)}
        input={{
          className: classes['field'] ?? '',
          classNames: { input: classes['value'] ?? '' },
          maxLength: 20,
        }}
      />
    </SettingRow>
  );
}
