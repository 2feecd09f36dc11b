import { Button, Radio, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { foldForSearch } from '../../../shared/domain/serial.ts';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { useText } from '../../i18n/use-text.ts';
import { ConnectRail } from './ConnectRail.tsx';
import type { Customer } from './connection-test.ts';
import { changeDraft, type ConnectDraft } from './draft.ts';
import { Stack, Text } from '../../components/layout.tsx';
import classes from './ConnectPages.module.css';

/** Threshold of customers from which the list has a search field. */
const MANY = 8;

/** The choice of the customer for this laptop. */
export function CustomerPage({
  draft,
  customers,
  change,
}: {
  readonly draft: ConnectDraft;
  readonly customers: readonly Customer[];
  readonly change: boolean;
}) {
  const text = useText();
  const form = useId();
  const [search, setSearch] = useState('');
  const shown = customers.filter(({ name }) => foldForSearch(name).includes(foldForSearch(search)));
  const chosen = draft.customer === null ? null : String(draft.customer.id);
  return (
    <PageLayout
      rail={<ConnectRail step="customer" leave={change} />}
      title={text('connect.customerTitle')}
      width="reading"
      known={
        <Text as="p" size="small" line="lead" quiet>
          {text('connect.knownSafe')}
        </Text>
      }
      action={
        <PrimaryAction
          submit
          form={form}
          label={text('connect.next')}
          disabled={draft.customer === null}
          back={
            <Button size="lg" variant="default" onClick={() => changeDraft({ step: 'operator' })}>
              {text('common.back')}
            </Button>
          }
        />
      }
    >
      <Stack
        as="form"
        id={form}
        gap="3"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.customer !== null) changeDraft({ step: 'relay' });
        }}
      >
        {customers.length > MANY && (
          <TextInput
            label={text('connect.customerSearch')}
            leftSection={<IconSearch size={20} aria-hidden />}
            value={search}
            autoFocus
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <Radio.Group
          aria-label={text('connect.customerTitle')}
          value={chosen}
          onChange={(id) =>
            changeDraft({ customer: customers.find((customer) => String(customer.id) === id) ?? null })
          }
        >
          <Stack gap="1">
            {shown.map(({ id, name }) => (
              <Radio.Card key={id} value={String(id)} className={classes['choice'] ?? ''}>
                <Radio.Indicator />
                {name}
              </Radio.Card>
            ))}
          </Stack>
        </Radio.Group>
        {shown.length === 0 && (
          <Text as="p" size="small" line="lead" quiet>
            {text('connect.customerNone')}
          </Text>
        )}
      </Stack>
    </PageLayout>
  );
}
