import { Select } from '@mantine/core';
import { IconCloudOff, IconKey, IconAlertTriangle, IconPackage, IconBluetoothOff } from '@tabler/icons-react';
import { type ReactNode, useMemo, useId, useRef } from 'react';
import { z } from 'zod';
import type { CallInput, CallOutput } from '../../../../shared/ipc/contract.ts';
import { keyId, type KeyId } from '../../../../shared/ids.ts';
import type { DirectoryKey } from '../../../../shared/domain/directory.ts';
import { BrandFromOperator, KeyPicture } from '../../../components/key-catalogue.tsx';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { useOffered } from '../../../data/status.ts';
import { AsOf } from '../../../components/figures.tsx';
import { useFocusOnArrival } from '../../../components/use-focus.ts';
import { catalogueBrand, keyForms, type KeyForm, variantDifferences } from '../../../components/key-forms.ts';
import type { BridgeFunction } from '../../../data/call.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { useFlowOf, useJobCall } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { Grid, Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './KeyfobStep.module.css';
import radio from '../../../components/Choice.module.css';

const everything = {} as const;

/** The choice of the key by its picture. The key determines the Box. */
export function KeyfobStep({
  otherwise = null,
}: {
  /** An alternative while no key is chosen. */
  readonly otherwise?: ReactNode;
}) {
  const text = useText();
  const { job, advance: goOn } = useFlowOf('installation', 'swap');
  const { form, change, forget } = useDraft(keyDraft, emptyKeyDraft);
  const choose = useJobCall(window.boxwright.jobs.chooseKey);
  const brands = useQuery(window.boxwright.directory.brands, everything);
  const offered = useOffered('brands');
  const focus = useFocusOnArrival();
  const brandRows = brands.value?.rows ?? [];
  const carBrand = catalogueBrand(brandRows, job.car?.brand ?? null);
  const brand = form.brand ?? job.key?.brand ?? carBrand;
  // The catalogue nearly always spells the brand as the car does. Requesting its keys together with the brands saves
  // one round trip.
  const likely = brand ?? (brands.value === null ? (job.car?.brand ?? '') : '');
  const keys = useQuery(
    askKeys,
    useMemo(() => ({ brand: likely }), [likely]),
  );
  const forms = useMemo(() => keyForms(keys.value?.rows ?? []), [keys.value]);
  const selectedId = form.keyId ?? job.key?.id ?? null;
  const settled = brand !== null && keys.answers?.brand === brand;
  // Until the keys of another brand arrive, the list holds those of the brand before.
  const selected = settled ? (keys.value?.rows.find((key) => key.id === selectedId) ?? null) : null;
  const strangeBrand = brandRows.length > 0 && brand === null && job.car?.brand;

  const missing =
    brand === null && offered
      ? text('flow.key.noBrand')
      : settled && forms.length > 0
        ? text('flow.key.missing')
        : text('flow.key.missingNone');

  const take = async () => {
    if (selected === null || brand === null) return;
    const answer = await choose.run({ jobId: job.id, brand, keyId: selected.id });
    if (!answer.ok) return;
    forget();
    goOn(answer.value);
  };
  return (
    <StepFrame
      title={text('flow.key.title')}
      lead={text('flow.key.lead')}
      problem={choose.problem}
      unread={brands}
      action={{
        label: text('flow.key.use'),
        onAct: () => void take(),
        busy: choose.busy,
        missing: selected !== null ? null : missing,
      }}
      nextToBack={job.key === null && otherwise}
    >
      <Grid gap="3" align="start" className={classes['top']}>
        <Select
          ref={focus}
          label={text('flow.key.brand')}
          placeholder={text('flow.key.brandChoose')}
          data={brandRows}
          value={brand}
          onChange={(next) => change({ brand: next, keyId: null })}
          searchable
          openOnFocus={false}
          selectFirstOptionOnChange
          allowDeselect={false}
          maxDropdownHeight={352}
          description={
            typeof strangeBrand === 'string'
              ? text('flow.key.brandMissing', { brand: strangeBrand })
              : undefined
          }
        />
        <Shelf chosen={selected} />
      </Grid>
      {brand !== null && keys.problem !== null && (
        <ProblemNotice problem={keys.problem} tone="attention" onRetry={keys.refetch} />
      )}
      {brand === null && brands.value === null && brands.problem === null ? (
        <RowsSkeleton rows={3} height={128} />
      ) : brand === null && !offered && typeof job.car?.brand === 'string' ? (
        <BrandFromOperator
          key={job.car.brand}
          brand={job.car.brand}
          none={
            <EmptyState
              icon={IconCloudOff}
              title={text('flow.key.notOfferedBrand', { brand: job.car.brand })}
            >
              {text('flow.key.notOfferedSays')}
            </EmptyState>
          }
        />
      ) : brand === null && !offered ? (
        <EmptyState icon={IconCloudOff} title={text('flow.key.notOffered')}>
          {text('flow.key.notOfferedSays')}
        </EmptyState>
      ) : brand === null && brands.problem !== null ? null : brand === null ? (
        <EmptyState icon={IconKey} title={text('flow.key.noBrand')}>
          {text('flow.key.noBrandSays')}
        </EmptyState>
      ) : !settled ? (
        <RowsSkeleton rows={3} height={128} />
      ) : forms.length === 0 ? (
        <EmptyState icon={IconKey} title={text('flow.key.noKeys', { brand })}>
          {text('flow.key.noKeysSays')}
        </EmptyState>
      ) : (
        <Section title={text('flow.key.forms', { brand })} aside={<AsOf asOf={keys.value?.asOf ?? null} />}>
          <Grid gap="2" className={classes['forms']} role="radiogroup" aria-label={text('flow.key.title')}>
            {forms.map((keyForm) => (
              <KeyFormCard
                key={keyForm.name}
                form={keyForm}
                selectedId={selectedId}
                onSelect={(keyId) => change({ brand, keyId })}
              />
            ))}
          </Grid>
        </Section>
      )}
    </StepFrame>
  );
}

/** The keys of a brand; an empty brand needs no call. */
const askKeys: BridgeFunction<CallInput<'directory.keys'>, CallOutput<'directory.keys'>> = (input) =>
  input.brand === ''
    ? Promise.resolve({ ok: true, value: { rows: [], asOf: null } })
    : window.boxwright.directory.keys(input);

/** A brand and a key that are looked at but not chosen yet. */
const keyDraft = z.object({ brand: z.string().nullable(), keyId: keyId.nullable() });
type KeyDraft = z.infer<typeof keyDraft>;

const emptyKeyDraft: KeyDraft = { brand: null, keyId: null };

/**
 * The Box to take from the shelf, in print that is readable while walking there. Its space is kept while no key is
 * chosen.
 */
function Shelf({ chosen }: { readonly chosen: DirectoryKey | null }) {
  const text = useText();
  if (chosen === null) {
    return (
      <Row gap="2" align="center" className={classes['shelf']} aria-live="polite">
        <IconPackage data-tone="quiet" size={32} stroke={1.5} aria-hidden />
        <Text as="p" size="small" quiet>
          {text('flow.key.shelfEmpty')}
        </Text>
      </Row>
    );
  }
  const attention = chosen.outsideScope || chosen.boxName === null;
  const Icon = attention ? IconAlertTriangle : IconPackage;
  return (
    <Row
      gap="2"
      align="center"
      className={classes['shelf']}
      data-tone={attention ? 'attention' : 'accent'}
      aria-live="polite"
    >
      <Icon size={32} stroke={1.6} aria-hidden />
      <div>
        {!attention && (
          <Text as="p" size="small" quiet>
            {text('flow.key.shelf')}
          </Text>
        )}
        <Row as="p" align="baseline" wrap className={classes['box']}>
          {chosen.boxName ?? text('flow.key.noBox')}
          {chosen.boxSapNumber !== null && (
            <Text weight="medium" mono className={classes['sap']}>
              {chosen.boxSapNumber}
            </Text>
          )}
        </Row>
        {attention && (
          <Text as="p" size="small" quiet>
            {text(chosen.boxName === null ? 'flow.key.shelfNone' : 'flow.key.shelfOutside')}
          </Text>
        )}
      </div>
    </Row>
  );
}

/** A key form: its picture and the variants below it. */
function KeyFormCard({
  form,
  selectedId,
  onSelect,
}: {
  readonly form: KeyForm;
  readonly selectedId: KeyId | null;
  readonly onSelect: (keyId: KeyId) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [only, second] = form.variants;
  // A tap on the picture takes the only variant; with several variants it focuses their radio buttons.
  const onTap = () => {
    if (only !== undefined && second === undefined) onSelect(only.id);
    list.current?.querySelector('input')?.focus();
  };
  const here = form.variants.some((variant) => variant.id === selectedId);
  return (
    <Stack card className={classes['card']} data-selected={here || undefined}>
      {/* Pointer only: the keyboard uses the radio buttons below. */}
      <Row gap="2" align="center" className={classes['form']} onClick={onTap}>
        <KeyPicture url={form.pictureUrl} name={form.name} size={96} />
        <h3>{form.name}</h3>
      </Row>
      <Stack ref={list}>
        {form.variants.map((variant) => (
          <Variant
            key={variant.id}
            variant={variant}
            alike={form.variants.filter((other) => other.id !== variant.id && sameBox(other, variant))}
            selected={variant.id === selectedId}
            onSelect={() => onSelect(variant.id)}
          />
        ))}
      </Stack>
    </Stack>
  );
}

/** Whether both keys need the same Box. Then their Box names are equal too. */
const sameBox = (one: DirectoryKey, other: DirectoryKey) =>
  one.boxName === other.boxName && one.boxSapNumber === other.boxSapNumber;

function Variant({
  variant,
  alike,
  selected,
  onSelect,
}: {
  readonly variant: DirectoryKey;
  /** Variants with the same name. */
  readonly alike: readonly DirectoryKey[];
  readonly selected: boolean;
  readonly onSelect: () => void;
}) {
  const text = useText();
  const described = useId();
  const differences = variantDifferences(variant, alike);
  const box = variant.boxName ?? text('flow.key.noBox');
  return (
    <Row
      as="label"
      gap="1-half"
      align="center"
      lit
      className={classes['variant']}
      data-selected={selected || undefined}
    >
      <input
        type="radio"
        name="key"
        className={radio['radio']}
        checked={selected}
        onChange={onSelect}
        aria-label={text('flow.key.variant', { form: variant.keyFormName, box })}
        aria-describedby={described}
      />
      <Stack as="span" grow narrow>
        <Text line="lead" weight="strong">
          {box}
        </Text>
        <Row as="span" id={described} wrap size="caption" quiet mono className={classes['numbers']}>
          {variant.boxSapNumber !== null && <span>{variant.boxSapNumber}</span>}
          {alike.length > 0 && (
            <span className={classes['numberName']}>
              {differences.length === 0
                ? text('flow.key.entry', { number: variant.id })
                : differences.map(({ name, value }) => `${name}: ${value}`).join(', ')}
            </span>
          )}
        </Row>
      </Stack>
      {variant.outsideScope && (
        <Row
          as="span"
          size="caption"
          line="caption"
          weight="strong"
          inline
          gap="1"
          align="center"
          tone="attention"
          className={classes['outside']}
        >
          <IconBluetoothOff size={16} stroke={2} aria-hidden />
          {text('flow.key.outside')}
        </Row>
      )}
    </Row>
  );
}
