import { Button, Radio } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectedCustomer } from '../../../shared/domain/status.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { useCustomerState } from '../../components/customers.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { Stack } from '../../components/layout.tsx';
import { May } from '../../components/May.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Card, Section } from '../../components/Section.tsx';
import { useMutation } from '../../data/call.ts';
import { setAdding } from '../../data/customers.ts';
import { useAnswer } from '../../data/lookup.ts';
import { useTaskRunning } from '../../data/tasks.ts';
import { useText } from '../../i18n/use-text.ts';
import { navigate } from '../../navigation/route.ts';
import { SettingRow } from './SettingRow.tsx';

/** The customers of this laptop: the work of each, and the buttons that add or remove one. */
export function CustomersSettings({ customers }: { readonly customers: readonly ConnectedCustomer[] }) {
  const text = useText();
  const [adding, setDialog] = useState(false);
  return (
    <Section
      title={text('customers.title')}
      aside={
        <May ask="customers.add">
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
            onClick={() => setDialog(true)}
          >
            {text('customers.add')}
          </Button>
        </May>
      }
    >
      <Card padded={false}>
        {customers.map((customer) => (
          <CustomerRow key={customer.id} customer={customer} />
        ))}
      </Card>
      {adding && <AddCustomer onClose={() => setDialog(false)} />}
    </Section>
  );
}

function CustomerRow({ customer }: { readonly customer: ConnectedCustomer }) {
  const text = useText();
  const { says } = useCustomerState(customer);
  const [asking, setAsking] = useState(false);
  const remove = useMutation(window.boxwright.customers.remove);
  const running = useTaskRunning();
  const { id, name, environment } = customer;
  return (
    <SettingRow label={name} says={`${text(`environment.${environment}`)} · ${says}`}>
      <May ask="customers.remove">
        <Button
          variant="default"
          aria-label={text('worker.remove', { name })}
          onClick={() => setAsking(true)}
        >
          {text('worker.removeShort')}
        </Button>
      </May>
      <Confirmation
        ofLaptop
        open={asking}
        title={text('worker.removeTitle', { name })}
        says={[
          text('customers.removeSays'),
          ...(customer.unfinished > 0
            ? [text('settings.disconnectWaiting', { count: customer.unfinished })]
            : []),
          ...(customer.isShown && running ? [text('customers.stopsTask')] : []),
        ]}
        yes={text('worker.removeShort')}
        no={text('common.cancel')}
        danger
        calling={remove}
        onYes={() => remove.run({ id })}
        onClose={() => setAsking(false)}
      />
    </SettingRow>
  );
}

const everything = {} as const;

/** Adds a customer of the same login without retyping; another login is typed in Connect. */
function AddCustomer({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const offered = useAnswer(window.boxwright.customers.offered, everything);
  const add = useMutation(window.boxwright.customers.add);
  const [chosen, setChosen] = useState<string | null>(null);
  const running = useTaskRunning();
  const customers = offered.value?.customers ?? null;
  const wanted = customers?.find(({ id }) => String(id) === chosen) ?? null;
  return (
    <FormDialog
      ofLaptop
      title={text('customers.add')}
      act={text('customers.addYes')}
      ready={wanted !== null}
      calling={add}
      onSubmit={async () => {
        if (wanted === null) return;
        const { ok } = await add.run({ customerId: wanted.id });
        if (ok) onClose();
      }}
      onClose={onClose}
    >
      <Stack gap="1-half" align="start">
        {offered.problem !== null && <ProblemNotice problem={offered.problem} onRetry={offered.refetch} />}
        {customers === null && offered.problem === null && <RowsSkeleton rows={2} />}
        {customers !== null && (
          <p>{text(customers.length === 0 ? 'customers.noMore' : 'customers.ofLogin')}</p>
        )}
        <Radio.Group aria-label={text('customers.title')} value={chosen} onChange={setChosen}>
          <Stack gap="1-half">
            {customers?.map(({ id, name }) => (
              <Radio key={id} value={String(id)} label={name} />
            ))}
          </Stack>
        </Radio.Group>
        {running && <p>{text('customers.stopsTask')}</p>}
        <Button
          variant="default"
          onClick={() => {
            setAdding(true);
            navigate({ screen: 'connect' });
          }}
        >
          {text('customers.otherLogin')}
        </Button>
      </Stack>
    </FormDialog>
  );
}
