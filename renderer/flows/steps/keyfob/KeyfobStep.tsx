import { Select } from '@mantine/core';
import { IconCloudOff, IconKey } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { z } from 'zod';
import type { CallInput, CallOutput } from '../../../../shared/ipc/contract.ts';
import { keyId } from '../../../../shared/ids.ts';
import { BrandFromOperator } from '../../../components/BrandFromOperator.tsx';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { useOffered } from '../../../data/offered.ts';
import { AsOf } from '../../../components/AsOf.tsx';
import { useFocusOnArrival } from '../../../components/picking/use-focus-on-arrival.ts';
import { catalogueBrand, keyForms } from '../../../components/key-forms.ts';
import type { BridgeFunction } from '../../../data/call.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { useFlowOf } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { useJobCall } from '../../use-job-call.ts';
import { KeyFormCard } from './KeyFormCard.tsx';
import { Shelf } from './Shelf.tsx';
import classes from './KeyfobStep.module.css';

const everything = {} as const;

/** The key by its picture. It names the Box to take. */
export function KeyfobStep({
  otherwise = null,
}: {
  /** Another way on while no key is chosen. */
  readonly otherwise?: ReactNode;
}) {
  const text = useText();
  const { job, goOn } = useFlowOf('installation', 'swap');
  const { form, change, forget } = useDraft(keyDraft, emptyKeyDraft);
  const choose = useJobCall(window.boxwright.jobs.chooseKey);
  const brands = useQuery(window.boxwright.directory.brands, everything);
  const offered = useOffered('brands');
  const focus = useFocusOnArrival();
  const brandRows = brands.value?.rows ?? [];
  const carBrand = catalogueBrand(brandRows, job.car?.brand ?? null);
  const brand = form.brand ?? job.key?.brand ?? carBrand;
  // Nearly always the catalogue spells it as the car does: asked beside the brands, the pictures come one turn earlier.
  const likely = brand ?? (brands.value === null ? (job.car?.brand ?? '') : '');
  const keys = useQuery(
    askKeys,
    useMemo(() => ({ brand: likely }), [likely]),
  );
  const forms = useMemo(() => keyForms(keys.value?.rows ?? []), [keys.value]);
  const selectedId = form.keyId ?? job.key?.id ?? null;
  const selected = keys.value?.rows.find((key) => key.id === selectedId) ?? null;
  const settled = brand !== null && keys.answers?.brand === brand;
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
      besideBack={job.key === null && otherwise}
    >
      <div className={classes['top']}>
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
      </div>
      {brand !== null && keys.problem !== null && (
        <ProblemNotice problem={keys.problem} tone="attention" onAgain={keys.refetch} />
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
          <div className={classes['forms']} role="radiogroup" aria-label={text('flow.key.title')}>
            {forms.map((keyForm) => (
              <KeyFormCard
                key={keyForm.name}
                form={keyForm}
                selectedId={selectedId}
                onSelect={(keyId) => change({ brand, keyId })}
              />
            ))}
          </div>
        </Section>
      )}
    </StepFrame>
  );
}

/** The keys of a brand; no brand has no keys, and needs no call. */
const askKeys: BridgeFunction<CallInput<'directory.keys'>, CallOutput<'directory.keys'>> = (input) =>
  input.brand === ''
    ? Promise.resolve({ ok: true, value: { rows: [], asOf: null } })
    : window.boxwright.directory.keys(input);

/** A brand and a key looked at but not yet chosen. */
const keyDraft = z.object({ brand: z.string().nullable(), keyId: keyId.nullable() });
type KeyDraft = z.infer<typeof keyDraft>;

const emptyKeyDraft: KeyDraft = { brand: null, keyId: null };
