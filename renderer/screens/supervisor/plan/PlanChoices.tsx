import { Autocomplete, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { DirectoryUser } from '../../../../shared/domain/directory.ts';
import { useLocalText } from '../../../components/checklist/use-local-text.ts';
import { useChecklists } from '../../../data/checklists.ts';
import { useQuery } from '../../../data/lookup.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { PlanForm } from './plan-form.ts';

interface Choice {
  readonly form: PlanForm;
  readonly onChange: (part: Partial<PlanForm>) => void;
}

/** The checklist of the installation; one that this laptop does not have stays as its id. */
export function ChecklistField({ form, onChange }: Choice) {
  const text = useText();
  const localText = useLocalText();
  const { value } = useChecklists();
  const offered = (value?.checklists ?? []).map(({ template }) => ({
    value: template.id,
    label: localText(template.title),
  }));
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

/** The user who gets the test access, looked up by name. */
export function TestUserField({ form, onChange }: Choice) {
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
      // The rows are those that the search found.
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

/** The variant of the Box where the office names no serial; those of the keys of the brand are offered. */
export function VariantField({ form, onChange, error }: Choice & { readonly error: string | null }) {
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
