import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NeedsOfCustomer } from '../../../shared/ipc/calls/connect.ts';
import { NeedsOfAll } from '../../components/NeedsOfAll.tsx';
import { Section } from '../../components/Section.tsx';
import { OperationBadge } from '../../components/StateBadge.tsx';
import { askForCustomer } from '../../data/customers.ts';
import { useSay, useText } from '../../i18n/use-text.ts';
import { Row, Text } from '../../components/layout.tsx';
import classes from './QueueList.module.css';

/** The operations of all customers that need a person. One of another customer opens after that customer is shown. */
export function QueueElsewhere({
  own,
  elsewhere,
}: {
  readonly own: { readonly name: string; readonly count: number; readonly content: ReactNode };
  readonly elsewhere: readonly NeedsOfCustomer[];
}) {
  const text = useText();
  const say = useSay();
  return (
    <NeedsOfAll own={own} elsewhere={elsewhere} countOf={({ lineCount }) => lineCount}>
      {({ id, name, lines, lineCount }) => (
        <div key={id} className={classes['elsewhere']}>
          <Section title={text('customers.needsYouAt', { customer: name })} count={lineCount}>
            {lines.map((line) => (
              <Row
                as={UnstyledButton}
                key={line.id}
                gap="2"
                align="center"
                justify="between"
                lit
                className={classes['other']}
                data-needs={line.state}
                onClick={() => askForCustomer({ id, place: { screen: 'queue', operation: line.id } })}
              >
                <Text narrow>
                  <Text line="lead" weight="strong" className={classes['sentence']}>
                    {say(line.sentence)}
                  </Text>
                  <Text size="small" quiet block>
                    {[name, ...(line.says === null ? [] : [say(line.says)])].join(' · ')}
                  </Text>
                </Text>
                <OperationBadge
                  state={line.state === 'done' ? 'blocked' : line.state}
                  reportedBy={line.reportedBy}
                />
              </Row>
            ))}
          </Section>
        </div>
      )}
    </NeedsOfAll>
  );
}
