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
      <Text as="p" quiet size="small" line="inherit" className={classes['title']}>
        {text('connect.rail')}
      </Text>
      <Stack as="ol" gap="half" grow plain wrap="narrow">
        {connectSteps.map((name, index) => (
          <Row
            as="li"
            key={name}
            gap="1-half"
            align="center"
            weight="medium"
            quiet
            className={classes['step']}
            data-state={index < here ? 'done' : index === here ? 'here' : 'ahead'}
            aria-current={index === here ? 'step' : undefined}
          >
            <Row
              as="span"
              align="center"
              justify="center"
              fixed
              weight="bold"
              size="small"
              line="inherit"
              className={classes['sign']}
            >
              {index < here ? <IconCheck size={18} stroke={2.6} aria-hidden /> : index + 1}
            </Row>
            {text(names[name])}
          </Row>
        ))}
      </Stack>
      {leave && (
        <Row
          as="a"
          align="center"
          weight="medium"
          quiet
          className={classes['leave']}
          href={hashOf({ screen: 'settings' })}
        >
          {text('connect.leave')}
        </Row>
      )}
    </Stack>
  );
}
