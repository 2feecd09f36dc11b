import { type ComponentProps, useState } from 'react';
import { connectionId } from '../../shared/ids.ts';
import { Card, Section } from '../../renderer/components/Section.tsx';
import { ChoiceTile, ChoiceTiles } from '../../renderer/components/ChoiceTiles.tsx';
import { DayInput } from '../../renderer/components/day/DayInput.tsx';
import { Disclosure } from '../../renderer/components/Disclosure.tsx';
import { May } from '../../renderer/components/May.tsx';
import { CarFields } from '../../renderer/components/CarFields.tsx';
import { emptyCarFields, nameOf } from '../../renderer/components/car-form.ts';
import { CarSelect } from '../../renderer/components/CarSelect.tsx';
import { NeedsOfAll } from '../../renderer/components/customers.tsx';
import { PickField, PickList, usePicker } from '../../renderer/components/PickList.tsx';
import { PrimaryAction } from '../../renderer/components/PrimaryAction.tsx';
import { SecretInput } from '../../renderer/components/credentials.tsx';
import { useText } from '../../renderer/i18n/use-text.ts';
import type { GalleryEntry } from './Frame.tsx';
import { Column } from './layout.tsx';

function Action() {
  const text = useText();
  const label = text('common.continue');
  return (
    <Column>
      <PrimaryAction label={label} hint={text('flow.restore.choose')} hotkey="mod+Enter" />
      <PrimaryAction label={label} busy />
      <PrimaryAction label={label} disabled />
    </Column>
  );
}

function Tiles() {
  const text = useText();
  const [chosen, choose] = useState<'lead' | 'supervisor'>('lead');
  return (
    <ChoiceTiles label={text('common.continue')}>
      {(['lead', 'supervisor'] as const).map((each) => (
        <ChoiceTile key={each} name="role" checked={chosen === each} onChoose={() => choose(each)}>
          {text(`queue.correctedBy.${each}`)}
        </ChoiceTile>
      ))}
    </ChoiceTiles>
  );
}

function Picking() {
  const text = useText();
  const [typed, setTyped] = useState('');
  const rows = ['Munich vans', 'Munich cars', 'Berlin vans'].filter((name) =>
    name.toLowerCase().includes(typed.toLowerCase()),
  );
  const picker = usePicker({ rows, settled: true, question: typed, onTake: setTyped });
  const label = text('queue.field.groupName');
  return (
    <>
      <PickField id="gallery-groups" label={label} value={typed} onChange={setTyped} picker={picker} />
      <PickList id="gallery-groups" label={label} picker={picker} keyOf={(row) => row} onTake={setTyped}>
        {(row) => row}
      </PickList>
    </>
  );
}

function NewCar() {
  const [form, setForm] = useState({ ...emptyCarFields, licensePlate: 'M BX 1077' });
  return (
    <CarFields
      form={form}
      onChange={(change) => setForm((before) => ({ ...before, ...change }))}
      name={{ placeholder: nameOf(form) }}
      onTake={() => undefined}
    />
  );
}

function ChosenCar() {
  const text = useText();
  const [chosen, setChosen] = useState<ComponentProps<typeof CarSelect>['chosen']>(null);
  return (
    <CarSelect
      label={text('plan.form.fleetCar')}
      chosen={chosen}
      onChoose={(car) => setChosen(car === null ? null : { id: car.id, label: car.name })}
    />
  );
}

function Day() {
  const text = useText();
  const [day, setDay] = useState('2026-11-24');
  return (
    <DayInput
      label={text('queue.field.start')}
      description={null}
      value={day}
      error={null}
      onChange={setDay}
    />
  );
}

function Parts() {
  const text = useText();
  return (
    <Section title={text('flow.leaving.accesses')} count={2}>
      <Card>{text('flow.restore.lead')}</Card>
    </Section>
  );
}

function Folded() {
  const text = useText();
  return <Disclosure label={text('flow.leaving.accesses')}>{text('flow.restore.lead')}</Disclosure>;
}

function Secret() {
  const text = useText();
  return <SecretInput label={text('connect.network.password')} defaultValue="secret" />;
}

function Allowed() {
  const text = useText();
  return <May ask="connect.disconnect">{text('common.continue')}</May>;
}

/** Two customers with work that needs a person. */
function Needs() {
  const south = { name: 'Fleet South', jobs: [], jobCount: 2, lines: [], lineCount: 2, besidesJobs: 0 };
  return (
    <NeedsOfAll
      own={{ name: 'Fleet North', count: 3, content: <p>Three jobs of Fleet North</p> }}
      elsewhere={[{ ...south, id: connectionId.parse('uat-0123456789ab/2') }]}
      countOf={({ jobCount }) => jobCount}
    >
      {({ id, name }) => <p key={id}>Two jobs of {name}</p>}
    </NeedsOfAll>
  );
}

/** Controls that a person acts with. */
export const controlEntries: readonly GalleryEntry[] = [
  { name: 'PrimaryAction', show: Action },
  { name: 'ChoiceTiles', show: Tiles },
  { name: 'NeedsOfAll', show: Needs },
  { name: 'PickField', show: Picking },
  { name: 'CarFields', show: NewCar },
  { name: 'CarSelect', show: ChosenCar },
  { name: 'DayInput', show: Day },
  { name: 'SecretInput', show: Secret },
  { name: 'Section', show: Parts },
  { name: 'Disclosure', show: Folded },
  { name: 'May', show: Allowed },
];
