import { ActionIcon, Autocomplete, Button, FileButton, Textarea, TextInput } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { ManagedInstruction } from '../../../../shared/domain/office-documents.ts';
import { makeProblem, type Problem } from '../../../../shared/problem.ts';
import { LARGEST_ATTACHED_FILE } from '../../../../shared/relay/attachments.ts';
import {
  type InstructionContent,
  MOST_INSTRUCTION_FILES,
} from '../../../../shared/relay/office-documents.ts';
import { base64Of } from '../../../components/files.tsx';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { keyForms } from '../../../components/key-forms.ts';
import { Grid, Row, Stack, Text } from '../../../components/layout.tsx';
import { useMutation } from '../../../data/call.ts';
import { useQuery } from '../../../data/lookup.ts';
import { useText } from '../../../i18n/use-text.ts';
import plan from '../plan/Plan.module.css';

const everything = {} as const;
const LONGEST_NOTE = 4000;
const LONGEST_NAME = 200;

/** Writes an instruction, or a new version of one. `before` null = a new one. */
export function InstructionDialog({
  before,
  onClose,
}: {
  readonly before: ManagedInstruction | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [form, setForm] = useState<InstructionContent>(before?.content ?? emptyInstruction);
  const [tried, setTried] = useState(false);
  const [unusable, setUnusable] = useState<Problem | null>(null);
  const save = useMutation(window.boxwright.instructions.save);
  const keep = useMutation(window.boxwright.instructions.keepFile);
  const fault = faultOf(form);
  const change = (part: Partial<InstructionContent>) => setForm((now) => ({ ...now, ...part }));
  const says = (field: typeof fault): string | null =>
    tried && fault !== null && fault === field ? text('instructions.fault') : null;
  const submit = async () => {
    setTried(true);
    if (fault !== null) return;
    const answer = await save.run({
      id: before?.id ?? null,
      basedOn: before?.version ?? 0,
      content: trimmed(form),
    });
    if (answer.ok) onClose();
  };
  const add = async (chosen: readonly File[]) => {
    const tooLarge = chosen.some(({ size }) => size > LARGEST_ATTACHED_FILE);
    setUnusable(tooLarge ? makeProblem('attached-file-unusable') : null);
    for (const file of tooLarge ? [] : chosen) {
      const kept = await keep.run({ name: file.name, bytes: await base64Of(file) });
      if (!kept.ok) return;
      setForm(({ files, ...now }) => {
        const others = files.filter(({ sha256 }) => sha256 !== kept.value.sha256);
        return { ...now, files: [...others, kept.value].slice(0, MOST_INSTRUCTION_FILES) };
      });
    }
  };
  const name = (field: 'model' | 'title') => ({
    label: text(field === 'model' ? 'directory.car.field.model' : 'instructions.form.title'),
    maxLength: LONGEST_NAME,
    value: form[field],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      change({ [field]: currentTarget.value }),
  });
  return (
    <FormDialog
      title={
        before === null
          ? text('instructions.new')
          : text('plan.changeCar', { car: before.content?.title ?? '' })
      }
      size={760}
      act={text('instructions.publish')}
      calling={{ busy: save.busy || keep.busy, problem: save.problem ?? unusable ?? keep.problem }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Grid gap="2" className={plan['fields']}>
        <BrandField form={form} onChange={change} error={says('brand')} />
        <TextInput
          {...name('model')}
          description={text('instructions.form.any')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <KeyField form={form} onChange={change} />
      </Grid>
      <TextInput {...name('title')} error={says('title')} />
      <Textarea
        label={text('plan.form.note')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={LONGEST_NOTE}
        value={form.note}
        error={says('note')}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      <Stack gap="1">
        <Text weight="strong">{text('instructions.form.files')}</Text>
        <Stack as="ul" gap="half" plain>
          {form.files.map((file) => (
            <Row as="li" key={file.sha256} align="center" justify="between" gap="1">
              <Text breaks>{file.name}</Text>
              <ActionIcon
                variant="subtle"
                size={44}
                aria-label={text('instructions.form.removeFile', { name: file.name })}
                onClick={() => change({ files: form.files.filter(({ sha256 }) => sha256 !== file.sha256) })}
              >
                <IconX size={20} stroke={2} aria-hidden />
              </ActionIcon>
            </Row>
          ))}
        </Stack>
        <FileButton
          accept="application/pdf,image/jpeg,image/png,image/webp"
          multiple
          onChange={(files) => void add(files)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconPaperclip size={20} stroke={1.8} aria-hidden />}
              loading={keep.busy}
              disabled={form.files.length >= MOST_INSTRUCTION_FILES}
            >
              {text('instructions.form.addFile')}
            </Button>
          )}
        </FileButton>
      </Stack>
    </FormDialog>
  );
}

interface Field {
  readonly form: InstructionContent;
  readonly onChange: (part: Partial<InstructionContent>) => void;
}

/** The brand: one of the catalogue, or another name. */
function BrandField({ form, onChange, error }: Field & { readonly error: string | null }) {
  const text = useText();
  const brands = useQuery(window.boxwright.directory.brands, everything);
  return (
    <Autocomplete
      data-autofocus
      label={text('directory.car.field.brand')}
      data={[...(brands.value?.rows ?? [])]}
      limit={50}
      maxLength={LONGEST_NAME}
      value={form.brand}
      error={error}
      autoComplete="off"
      onChange={(brand) => onChange({ brand })}
    />
  );
}

/** The key form: one of the brand's in the catalogue, or another name. */
function KeyField({ form, onChange }: Field) {
  const text = useText();
  const brand = form.brand.trim();
  const keys = useQuery(
    window.boxwright.directory.keys,
    useMemo(() => ({ brand }), [brand]),
  );
  return (
    <Autocomplete
      label={text('plan.form.key')}
      description={text('instructions.form.any')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={keyForms(keys.value?.rows ?? []).map(({ name }) => name)}
      limit={50}
      maxLength={LONGEST_NAME}
      value={form.key}
      autoComplete="off"
      onChange={(key) => onChange({ key })}
    />
  );
}

/** A field that keeps an instruction from being published. */
type InstructionFault = 'brand' | 'title' | 'note';

const emptyInstruction: InstructionContent = {
  brand: '',
  model: '',
  key: '',
  title: '',
  note: '',
  files: [],
};

/** The first field without which an instruction cannot be published; null = it can be. */
function faultOf({ brand, title, note, files }: InstructionContent): InstructionFault | null {
  if (brand.trim() === '') return 'brand';
  if (title.trim() === '') return 'title';
  return note.trim() === '' && files.length === 0 ? 'note' : null;
}

/** The instruction as it is published: names without blanks around them. */
const trimmed = ({ brand, model, key, title, ...rest }: InstructionContent): InstructionContent => ({
  ...rest,
  brand: brand.trim(),
  model: model.trim(),
  key: key.trim(),
  title: title.trim(),
});

/** Instructions by brand, in the order of the list. */
export const byBrand = (
  all: readonly ManagedInstruction[],
): readonly (readonly [string, readonly ManagedInstruction[]])[] => [
  ...Map.groupBy(all, ({ content }) => content?.brand ?? ''),
];
