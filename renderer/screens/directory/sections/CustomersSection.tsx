import { Button } from '@mantine/core';
import { hashOf } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { DirectoryFrame, type SectionProps } from '../frame/DirectoryFrame.tsx';
import { useLive } from '../frame/live.ts';
import { Line, LineList } from '../frame/Facts.tsx';
import { LiveSection } from '../frame/LiveSection.tsx';
import { Text } from '../../../components/layout.tsx';
import classes from './CustomersSection.module.css';

const everything = {} as const;

/** The customers that this login can see, and the one that this laptop works for. */
export function CustomersSection({ status }: SectionProps) {
  const text = useText();
  const live = useLive(window.boxwright.directory.customers, everything, 0);
  const here = status.profile?.customerId;
  return (
    <DirectoryFrame
      section="customers"
      open={false}
      actions={
        <Button component="a" variant="default" href={hashOf({ screen: 'connect' })}>
          {text('directory.customers.change')}
        </Button>
      }
    >
      <div className={classes['content']}>
        <Text as="p" quiet below="3" className={classes['lead']}>
          {text('directory.customers.lead')}
        </Text>
        <LiveSection
          title={text('directory.section.customers')}
          live={live}
          empty={text('directory.customers.none')}
        >
          {(rows) => (
            <LineList label={text('directory.section.customers')}>
              {rows.map((customer) => (
                <Line
                  key={customer.id}
                  main={customer.name}
                  small={`${text('directory.detail.id')}: ${customer.id}`}
                  buttons={
                    customer.id === here ? (
                      <Text
                        size="small"
                        line="body"
                        weight="strong"
                        tone="accent"
                        className={classes['here']}
                      >
                        {text('directory.customers.here')}
                      </Text>
                    ) : undefined
                  }
                />
              ))}
            </LineList>
          )}
        </LiveSection>
      </div>
    </DirectoryFrame>
  );
}
