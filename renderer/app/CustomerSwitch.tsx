import { Menu, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChevronDown, IconSettings } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ConnectedCustomer } from '../../shared/domain/status.ts';
import { Confirmation } from '../components/Confirmation.tsx';
import { Row, Stack, Text } from '../components/layout.tsx';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { useCustomerState } from '../components/customers.tsx';
import { useMutation } from '../data/call.ts';
import { type AskedCustomer, askForCustomer, useAskedCustomer } from '../data/customers.ts';
import { isTaskRunning } from '../data/tasks.ts';
import type { TextKey } from '../i18n/texts.ts';
import { useText } from '../i18n/use-text.ts';
import { navigate, type Route, useRoute } from '../navigation/route.ts';
import { openDialog } from '../navigation/use-shortcuts.ts';
import classes from './CustomerSwitch.module.css';

/**
 * The customer of this window, and the menu to switch to another one. Main reloads the page for the switch. That
 * closes a form, loses text that is no draft, and stops a running export or check, so the person is asked first.
 */
export function CustomerSwitch({ customers }: { readonly customers: readonly ConnectedCustomer[] }) {
  const text = useText();
  const route = useRoute();
  const asked = useAskedCustomer();
  const show = useMutation(window.boxwright.customers.show);
  const shown = customers.find(({ isShown }) => isShown);
  const wanted = customers.find(({ id }) => id === asked?.id);
  const elsewhere = customers.reduce((sum, one) => sum + (one.isShown ? 0 : one.needPerson), 0);
  const [question, setQuestion] = useState<{
    readonly about: AskedCustomer;
    readonly says: readonly TextKey[];
  } | null>(null);
  const onRead = useEffectEvent((about: AskedCustomer, taskRuns: boolean) => {
    const says = [...lossOfText(route.screen), ...(taskRuns ? ['customers.stopsTask' as const] : [])];
    if (says.length > 0) {
      setQuestion({ about, says });
      return;
    }
    askForCustomer(null);
    void show.run(about);
  });
  useEffect(() => {
    if (asked === null) return;
    let isAsked = true;
    void isTaskRunning().then((taskRuns) => {
      if (isAsked) onRead(asked, taskRuns);
    });
    return () => {
      isAsked = false;
    };
  }, [asked]);
  return (
    <>
      <Menu position="bottom-start" width={420} shadow="md" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Row
            as={UnstyledButton}
            gap="1"
            align="center"
            narrow
            lit
            tall
            className={classes['switch']}
            data-busy={show.busy || undefined}
            aria-label={[
              text('customers.switch', { customer: shown?.name ?? '' }),
              ...(elsewhere > 0 ? [text('customers.elsewhere', { count: elsewhere })] : []),
            ].join('. ')}
          >
            <Text truncate narrow>
              {shown?.name ?? text('customers.title')}
            </Text>
            {elsewhere > 0 && (
              <Row
                as="span"
                size="small"
                line="title"
                weight="strong"
                inline
                gap="half"
                align="center"
                tone="trouble"
                className={classes['count']}
                data-count={elsewhere}
                title={text('customers.elsewhere', { count: elsewhere })}
              >
                <IconAlertTriangle size={16} stroke={2} aria-hidden />
              </Row>
            )}
            <IconChevronDown size={18} stroke={2} aria-hidden />
          </Row>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{text('customers.title')}</Menu.Label>
          {customers.map((one) => (
            <Menu.Item
              key={one.id}
              className={classes['item'] ?? ''}
              aria-current={one.isShown || undefined}
              rightSection={one.isShown ? <IconCheck size={20} stroke={2.4} aria-hidden /> : null}
              onClick={() => {
                if (!one.isShown) askForCustomer({ id: one.id, place: null });
              }}
            >
              <CustomerLine customer={one} />
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            className={classes['item'] ?? ''}
            leftSection={<IconSettings size={20} stroke={1.8} aria-hidden />}
            onClick={() => navigate({ screen: 'settings' })}
          >
            {text('customers.manage')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {show.problem !== null && <ProblemNotice problem={show.problem} />}
      <Confirmation
        ofLaptop
        overDialogs
        open={asked !== null && question?.about === asked && wanted !== undefined}
        title={text('customers.losesTitle', { customer: wanted?.name ?? '' })}
        says={(question?.says ?? []).map((sentence) => text(sentence))}
        yes={text('customers.losesYes')}
        no={text('common.cancel')}
        calling={show}
        onYes={() => (asked === null ? Promise.resolve({ ok: true }) : show.run(asked))}
        onClose={() => askForCustomer(null)}
      />
    </>
  );
}

/** The warnings about text that is typed here; none when the switch closes no form. */
function lossOfText(screen: Route['screen']): readonly TextKey[] {
  const dialog = openDialog();
  if (dialog?.querySelector('[data-keeps-text]')) return ['customers.keepsText'];
  return dialog !== null || screen === 'connect' || screen === 'batch' ? ['customers.loses'] : [];
}

function CustomerLine({ customer }: { readonly customer: ConnectedCustomer }) {
  const text = useText();
  const { says, tone } = useCustomerState(customer);
  return (
    <Stack gap="hair">
      <Row gap="1" align="center">
        <Text weight="strong">{customer.name}</Text>
        {customer.environment === 'uat' && (
          <span className={classes['test']}>{text('environment.uatMark')}</span>
        )}
      </Row>
      <Text size="small" tone={tone}>
        {says}
      </Text>
    </Stack>
  );
}
