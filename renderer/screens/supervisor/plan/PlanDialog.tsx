import { SegmentedControl, Textarea, TextInput, Autocomplete, Select } from '@mantine/core';
import { useState, useMemo } from 'react';
import { isForKind } from '../../../../shared/domain/checklist-asking.ts';
import type { PlannedJobView } from '../../../../shared/domain/planned-work.ts';
import { jobKind } from '../../../../shared/domain/job-steps.ts';
import type { DirectoryUser } from '../../../../shared/domain/directory.ts';
import { CarSelect } from '../../../components/CarSelect.tsx';
import { DayInput } from '../../../components/day/DayInput.tsx';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { useMutation } from '../../../data/call.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useLocalText } from '../../../components/checklist/use-checklist-words.ts';
import { useChecklists, usePublication } from '../../../data/laptop.ts';
import { useQuery } from '../../../data/lookup.ts';
import { changedForm, emptyForm, faultOf, formOf, partOfCar, type PlanForm, workOf } from './planning.ts';
import { Grid } from '../../../components/layout.tsx';
import classes from './Plan.module.css';

/** Upper bounds of the text fields in characters; the relay accepts no longer text. */
const lengths = {
  licensePlate: 200, vin: 200, name: 200, brand: 200, model: 200, from: 5, until: 5, place: 4, site: 100, laptop: 200, crew: 200,
  keyPlace: 200, group: 200, key: 200, serial: 60, leaves: 60,
} as const satisfies Partial<Record<keyof PlanForm, number>>; // prettier-ignore
type Field = keyof typeof lengths;

const ofKind: Readonly<Record<PlanForm['kind'], readonly Field[]>> = {
  installation: ['serial', 'key', 'group'],
  removal: ['leaves'],
  swap: ['leaves', 'serial', 'key'],
};

/** Plans a job, or changes a planned one. `before` null = a new one. */
export function PlanDialog({
  before,
  day,
  place,
  onClose,
}: {
  readonly before: PlannedJobView | null;
  readonly day: string;
  /** The next free place in the order of the day. */
  readonly place: number;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [form, setForm] = useState<PlanForm>(() =>
    before === null ? emptyForm(day, place) : formOf(before),
  );
  const [tried, setTried] = useState(false);
  const save = useMutation(window.boxwright.planning.save);
  const fault = faultOf(form);
  const sites = usePublication().value?.inForce?.sites ?? [];
  const change = (part: Partial<PlanForm>) => setForm((now) => changedForm(now, part));
  const submit = async () => {
    setTried(true);
    if (fault !== null) return;
    const plan = { id: before?.id ?? null, basedOn: before?.revision ?? 0, work: workOf(form) };
    const answer = await save.run({ plans: [plan] });
    if (answer.ok) onClose();
  };
  const saysFault = (field: Field | 'day' | 'variant'): string | null => {
    if (!tried || fault === null) return null;
    if (fault === 'order') return field === 'until' ? text('plan.fault.order') : null;
    return (fault === 'car' ? 'licensePlate' : fault) === field ? text(`plan.fault.${fault}`) : null;
  };
  const input = (field: Field) => (
    <TextInput
      key={field}
      label={text(`plan.form.${field}`)}
      maxLength={lengths[field]}
      value={form[field]}
      error={saysFault(field)}
      autoComplete="off"
      {...(field === 'licensePlate' ? { 'data-autofocus': true } : {})}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
    />
  );
  return (
    <FormDialog
      title={text(before === null ? 'plan.new' : 'plan.changeTitle')}
      size={760}
      act={text(before === null ? 'plan.new' : 'plan.save')}
      calling={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={text('plan.form.kind')}
        value={form.kind}
        onChange={(value) => change({ kind: jobKind.parse(value) })}
        data={jobKind.options.map((value) => ({ value, label: text(`plan.kind.${value}`) }))}
      />
      <CarSelect
        label={text('plan.form.fleetCar')}
        description={text('plan.form.fleetCarSays')}
        chosen={form.carId === null ? null : { id: form.carId, label: form.licensePlate || form.name }}
        onChoose={(car) => change(car === null ? { carId: null } : partOfCar(car))}
      />
      <Grid gap="2" className={classes['fields']}>
        {(['licensePlate', 'vin', 'name', 'brand', 'model'] as const).map(input)}
        {ofKind[form.kind].map(input)}
        {form.kind !== 'removal' && (
          <>
            <VariantField form={form} onChange={change} error={saysFault('variant')} />
            <TestUserField form={form} onChange={change} />
          </>
        )}
        {form.kind === 'installation' && <ChecklistField form={form} onChange={change} />}
        <div>
          <DayInput
            label={text('plan.form.day')}
            description={null}
            value={form.day}
            error={saysFault('day')}
            onChange={(next) => change({ day: next })}
          />
        </div>
        {(['from', 'until', 'place'] as const).map(input)}
        <Autocomplete
          label={text('plan.form.site')}
          data={[...sites]}
          maxLength={lengths.site}
          value={form.site}
          error={saysFault('site')}
          autoComplete="off"
          onChange={(site) => change({ site })}
        />
        {(['laptop', 'crew', 'keyPlace'] as const).map(input)}
      </Grid>
      <Textarea
        label={text('plan.form.note')}
        autosize
        minRows={2}
        maxLength={2000}
        value={form.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
    </FormDialog>
  );
}

interface Choice {
  readonly form: PlanForm;
  readonly onChange: (part: Partial<PlanForm>) => void;
}

/** The checklist of the installation. One that this laptop lacks is shown by its id. */
function ChecklistField({ form, onChange }: Choice) {
  const text = useText();
  const localText = useLocalText();
  const { value } = useChecklists();
  const offered = (value?.checklists ?? []).flatMap(({ template }) =>
    isForKind(template, 'installation') ? [{ value: template.id, label: localText(template.title) }] : [],
  );
  const isOffered = form.checklist === '' || offered.some((one) => one.value === form.checklist);
  return (
    <Select
      label={text('plan.form.checklist')}
      placeholder={text('plan.form.asUsual')}
      clearable
      data={isOffered ? offered : [{ value: form.checklist, label: form.checklist }, ...offered]}
      value={form.checklist === '' ? null : form.checklist}
      onChange={(checklist) => onChange({ checklist: checklist ?? '' })}
    />
  );
}

const LIMIT = 30;
const none: readonly DirectoryUser[] = [];

/** The user who gets the test access, searched by name. */
function TestUserField({ form, onChange }: Choice) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const words = typed.trim().slice(0, 200);
  const found = useQuery(
    window.boxwright.directory.searchUsers,
    useMemo(() => ({ text: words, limit: LIMIT }), [words]),
  );
  const rows = found.value?.rows ?? none;
  const chosen = form.testUser;
  const others = rows.filter(({ id }) => id !== chosen?.id);
  const offered = [...(chosen === null ? [] : [chosen]), ...others];
  const addresses = new Map(rows.map(({ id, emailAddress }) => [String(id), emailAddress]));
  return (
    <Select
      label={text('plan.form.testUser')}
      placeholder={text('plan.form.asUsual')}
      searchable
      clearable
      autoComplete="off"
      nothingFoundMessage={text('flow.verify.userNone', { text: words })}
      // The search has already filtered the rows.
      filter={({ options }) => options}
      data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      renderOption={({ option }) =>
        [option.label, addresses.get(option.value) ?? ''].filter((part) => part !== '').join(' · ')
      }
      value={chosen === null ? null : String(chosen.id)}
      onSearchChange={setTyped}
      onChange={(id) => {
        const user = offered.find((one) => String(one.id) === id);
        onChange({ testUser: user === undefined ? null : { id: user.id, name: user.name } });
      }}
    />
  );
}

/** The variant of the Box where the office names no serial. Offers the variants that the brand's keys need. */
function VariantField({ form, onChange, error }: Choice & { readonly error: string | null }) {
  const text = useText();
  const brand = form.brand.trim();
  const keys = useQuery(
    window.boxwright.directory.keys,
    useMemo(() => ({ brand }), [brand]),
  );
  const numbers = (keys.value?.rows ?? []).flatMap(({ boxSapNumber }) => boxSapNumber ?? []);
  return (
    <Autocomplete
      label={text('plan.form.variant')}
      data={[...new Set(numbers)]}
      maxLength={200}
      value={form.variant}
      error={error}
      autoComplete="off"
      onChange={(variant) => onChange({ variant })}
    />
  );
}
