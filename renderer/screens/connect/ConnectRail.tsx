import { IconCheck } from '@tabler/icons-react';
import { hashOf } from '../../navigation/route.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { useText } from '../../i18n/use-text.ts';
import { type ConnectStep, connectSteps } from './draft.ts';
import { Row, Stack, Text } from '../../components/layout.tsx';
import classes from './ConnectRail.module.css';

const names: Readonly<Record<ConnectStep, TextKey>> = {
  operator: 'connect.stepOperator',
  customer: 'connect.stepCustomer',
  relay: 'connect.stepRelay',
  sync: 'connect.stepSync',
};

/** The steps of Connect. */
export function ConnectRail({ step, leave }: { readonly step: ConnectStep; readonly leave: boolean }) {
  const text = useText();
  const here = connectSteps.indexOf(step);
  return (
    <Stack className={classes['rail']}>
      <Text as="p" quiet className={classes['title']}>
        {text('connect.rail')}
      </Text>
      <ol className={classes['steps']}>
        {connectSteps.map((name, index) => (
          <li
            key={name}
            className={classes['step']}
            data-state={index < here ? 'done' : index === here ? 'here' : 'ahead'}
            aria-current={index === here ? 'step' : undefined}
          >
            <Row as="span" align="center" justify="center" fixed weight="bold" className={classes['sign']}>
              {index < here ? <IconCheck size={18} stroke={2.6} aria-hidden /> : index + 1}
            </Row>
            {text(names[name])}
          </li>
        ))}
      </ol>
      {leave && (
        <a className={classes['leave']} href={hashOf({ screen: 'settings' })}>
          {text('connect.leave')}
        </a>
      )}
    </Stack>
  );
}
