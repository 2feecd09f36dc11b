import { CLOCK_OFF_MS, MINUTE } from '../../../shared/time.ts';
import { Section } from '../../components/Section.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { CheckLine } from './CheckLine.tsx';
import { ConnectionFound } from './ConnectionFound.tsx';
import { SecretsKept } from './SecretsKept.tsx';
import type { TestLines } from './connection-test.ts';
import classes from './ConnectPages.module.css';

/** The results of the tests, live, and how secrets are kept. */
export function TestedLines({ lines }: { readonly lines: TestLines }) {
  const text = useText();
  const seen = lines.customers.state === 'passed' ? lines.customers.value.customers.length : 0;
  return (
    <>
      <Section title={text('connect.checks')}>
        <ul className={classes['lines']} aria-live="polite">
          <CheckLine
            label={text('connect.checkAddress')}
            line={lines.address}
            found={
              lines.address.state === 'passed' && (
                <>
                  <ClockFound offset={lines.address.value.clockOffsetMs} />
                  <ConnectionFound connection={lines.address.value.connection} />
                </>
              )
            }
          />
          <CheckLine
            label={text('connect.checkLogin')}
            line={lines.login}
            found={text('connect.checkLoginDone')}
          />
          <CheckLine
            label={text('connect.checkCustomers')}
            line={lines.customers}
            found={
              seen === 0 ? text('connect.noCustomers') : text('connect.checkCustomersDone', { count: seen })
            }
          />
        </ul>
      </Section>
      <SecretsKept />
    </>
  );
}

function ClockFound({ offset }: { readonly offset: number | null }) {
  const text = useText();
  const format = useFormat();
  if (offset === null) return text('connect.checkAddressDoneNoClock');
  const away = Math.abs(offset);
  return (
    <>
      {text('connect.checkAddressDone', {
        offset: away < MINUTE ? format.seconds(away) : format.duration(away),
      })}
      {away >= CLOCK_OFF_MS && (
        <p className={classes['warning']}>
          {text('connect.clockWarning', { offset: format.duration(away) })}
        </p>
      )}
    </>
  );
}
