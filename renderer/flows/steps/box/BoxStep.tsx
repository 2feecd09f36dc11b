import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { labelOf, isAtHand } from '../../../../shared/domain/boxes.ts';
import { LONGEST_REASON } from '../../../../shared/domain/checklist.ts';
import type { SentJob, ViewOf } from '../../../../shared/domain/job.ts';
import { foldSerial } from '../../../../shared/domain/serial.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useScans } from '../../../scanning/receivers.ts';
import { useStatus } from '../../../data/status.ts';
import { sharedWithBox } from '../../../components/series/series.ts';
import { useFlowOf, useJobCall } from '../../flow-context.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { Verdict } from '../../frame/Verdict.tsx';
import { WithTheBox } from '../../Series.tsx';
import { BoxPending } from './BoxPending.tsx';
import {
  boxDraft,
  emptyBoxDraft,
  type NextAct,
  nextAct,
  readSerial,
  type SerialReading,
} from './serial-reading.ts';
import { ComparePanel, isCompared } from './compare/ComparePanel.tsx';
import { useLabel } from './compare/use-label.ts';
import { PreflightList, usePreflight } from './Preflight.tsx';
import { SerialField } from './SerialField.tsx';
import { Row } from '../../../components/layout.tsx';
import { Section } from '../../../components/Section.tsx';
import { Serial } from '../../../components/figures.tsx';
import { useBoxes } from '../../../data/boxes.ts';

/** Step 4: the Box by its serial, with its checks before it is fitted; afterwards the state of its installation. */
export function BoxStep() {
  const { job } = useFlowOf('installation', 'swap');
  const [another, setAnother] = useState(false);
  if (job.box === null || another) return <BoxEntry onFitted={() => setAnother(false)} />;
  return <BoxPending box={job.box} onAnother={() => setAnother(true)} />;
}

/** Debounce delay before the serial is looked up, because a lookup may send a request to the operator. */
const REST_MS = 200;

/** The label of the primary button where the next act is not to fit the Box. */
const words = {
  photograph: 'flow.box.compare.photograph',
  'read-off': 'flow.box.compare.readOff',
  another: 'flow.box.another',
  'look-up': null,
  fit: null,
  nothing: null,
} as const satisfies Readonly<Record<NextAct, string | null>>;

/** Scan or type the serial, read the checks of the Box, and fit it. */
function BoxEntry({ onFitted }: { readonly onFitted: () => void }) {
  const text = useText();
  const { job, goTo, advance: goOn } = useFlowOf('installation', 'swap');
  const needed = useNeededBox(job);
  const online = useStatus().value?.connection.state === 'online';
  const { form, change, forget } = useDraft(boxDraft, emptyBoxDraft);
  const field = useRef<HTMLInputElement>(null);
  const install = useJobCall(window.boxwright.jobs.installBox);
  const fitAll = useJobCall(window.boxwright.series.fit);
  const series = job.kind === 'installation' && job.series?.ended === false ? job.series : null;
  const along = series === null || job.box !== null ? [] : sharedWithBox(series.shares, text);
  const serial = form.serial.trim();
  const [rested] = useDebouncedValue(serial, REST_MS);
  const [entered, setEntered] = useState('');
  const asked = entered === serial ? serial : rested;
  const lookup = usePreflight(job.id, asked);
  const label = useLabel(job.id);
  const reported = { about: lookup.answers?.serialNumber ?? null, checks: lookup.value?.checks ?? [] };
  const listed = job.kind === 'installation' ? (job.planned?.serial ?? '') : '';
  const reading = readSerial(serial, reported, listed);
  const { checked, checks, malformed, refused } = reading;
  const mayForce = refused && !reading.outOfUse;
  const fitting = refused ? 'flow.box.another' : job.kind === 'swap' ? 'flow.box.chooseNew' : 'flow.box.fit';
  const next = nextAct(reading, job.label !== null);
  const shownLabel = labelOf(job, serial);
  const listedChecks = checks.filter((check) => !isCompared(check));
  const checkList = <PreflightList checks={listedChecks} busy={serial !== '' && !malformed && !checked} />;
  // A refusal of the Box stands next to its number; further down it would be out of sight on a small screen.
  const refusalFirst = listedChecks.some((check) => check.state === 'refused');

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const takeNumber = (number: string) => {
    change({ serial: number });
    setEntered(number.trim());
    field.current?.focus({ preventScroll: true });
  };
  useFocusAfterLabel(job, field);
  useScans('step', ({ kind, text: scanned }) => {
    if (kind === 'vin') return false;
    // Another Box was scanned, and the label that agreed with the previous one belongs to that Box.
    const others = reading.labelAgrees && foldSerial(scanned) !== foldSerial(serial);
    if (others) void label.drop?.();
    takeNumber(scanned);
    return true;
  });
  const another = () => {
    change({ serial: '', reason: '' });
    // The label photo is discarded together with its Box.
    if (job.label !== null) void label.drop?.();
    field.current?.focus();
  };
  const fit = async () => {
    const answer = await install.run({ jobId: job.id, serialNumber: form.serial, reason: form.reason });
    if (!answer.ok) return;
    forget();
    // A Box with a check that did not pass keeps its page until the operator has answered. Offline the page says that
    // the installation is saved.
    if (job.kind === 'installation' && online && isAllPassed(answer.value)) goOn(answer.value);
    else onFitted();
  };
  const fitWithAll = async () => {
    const answer = await fitAll.run({ jobId: job.id, serialNumber: form.serial, reason: form.reason });
    if (!answer.ok) return;
    forget();
    goOn(answer.value);
  };
  const act = () => void (along.length > 0 ? fitWithAll() : fit());
  const acts: Readonly<Record<NextAct, () => void>> = {
    'look-up': () => setEntered(serial),
    photograph: () => label.show('camera'),
    'read-off': () => label.show('picture'),
    another,
    fit: act,
    nothing: () => undefined,
  };
  const busy = install.busy || fitAll.busy;
  return (
    <StepFrame
      title={text('flow.box.title')}
      problem={install.problem ?? fitAll.problem}
      unread={lookup}
      action={{
        label: text(words[next] ?? fitting),
        onAct: acts[next],
        busy,
        // Discarding the Box clears the field, so an Enter meant to look it up or to fit it must not trigger it.
        byEnter: next !== 'another',
        missing: serial === '' || malformed ? text('flow.box.missing') : null,
        ...(mayForce ? { hint: form.reason.trim() === '' ? text('flow.box.forceHint') : '' } : {}),
      }}
      nextToBack={
        mayForce ? (
          <OtherWay
            label={text('flow.box.fitAnyway')}
            busy={busy}
            disabled={form.reason.trim() === ''}
            onAct={act}
          />
        ) : along.length > 0 && !refused ? (
          <OtherWay
            label={text('series.onlyBox')}
            busy={install.busy}
            disabled={next !== 'fit'}
            onAct={() => void fit()}
          />
        ) : (
          job.kind === 'swap' && <OtherWay label={text('flow.box.byKey')} onAct={() => goTo('keyfob')} />
        )
      }
    >
      <SerialField
        ref={field}
        value={form.serial}
        onChange={(next) => change({ serial: next })}
        error={malformed ? text('flow.box.malformed') : null}
        hint={text(hintOf(reading, job.kind))}
        needed={needed}
      />
      {reading.listedInstead !== null && (
        <Verdict tone="attention">{text('batch.otherBox', { serial: reading.listedInstead })}</Verdict>
      )}
      {serial === '' && <BoxesAtHand sap={needed?.sap ?? null} onTake={takeNumber} />}
      {along.length > 0 && !refused && <WithTheBox lines={along} />}
      {refusalFirst && checkList}
      {((serial !== '' && !malformed) || job.label !== null) && (
        <ComparePanel
          serial={serial}
          label={shownLabel}
          checks={checks}
          product={checked ? (lookup.value?.product ?? null) : null}
          near={checked ? (lookup.value?.near ?? []).map(({ serialNumber }) => serialNumber) : []}
          // While a fitted Box is chosen again, the label from its first installation is read-only.
          calls={job.label === null && shownLabel !== null ? null : label}
          onTake={takeNumber}
        />
      )}
      {!refusalFirst && checkList}
      {mayForce && <ForceReason value={form.reason} onChange={(reason) => change({ reason })} />}
    </StepFrame>
  );
}

/** The other button of the step, next to Back. */
function OtherWay({
  label,
  busy = false,
  disabled = false,
  onAct,
}: {
  readonly label: string;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly onAct: () => void;
}) {
  return (
    <Button variant="default" size="lg" loading={busy} disabled={disabled} onClick={onAct}>
      {label}
    </Button>
  );
}

/** The text below the serial: how to enter it, or how to fit the checked Box. */
function hintOf(
  { checked, refused, malformed, unsure }: SerialReading,
  kind: ViewOf<'installation' | 'swap'>['kind'],
) {
  if (!checked || refused || malformed) return 'flow.box.serialSays';
  if (unsure) return 'flow.box.againUnsure';
  return kind === 'swap' ? 'flow.box.againSwap' : 'flow.box.again';
}

/** After a change of the label the focus returns to the serial, so that the next Enter concerns the Box again. */
function useFocusAfterLabel(
  { label }: Pick<ViewOf<'installation' | 'swap'>, 'label'>,
  field: RefObject<HTMLInputElement | null>,
): void {
  const inHand = `${label?.digest ?? ''} ${label?.read?.serial ?? ''}`;
  const known = useRef(inHand);
  useEffect(() => {
    if (known.current === inHand) return;
    known.current = inHand;
    field.current?.focus({ preventScroll: true });
  }, [inHand, field]);
}

/** Every check was made and passed. Without any check the Box was not compared at all. */
const isAllPassed = (job: SentJob): boolean =>
  job.kind !== 'removal' &&
  job.preflight.length > 0 &&
  job.preflight.every(({ state }) => state === 'passed');

/** The reason for fitting a Box although a check refuses it. */
function ForceReason({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}) {
  const text = useText();
  return (
    <TextInput
      label={text('flow.box.forceReason')}
      description={text('flow.box.forceSays')}
      inputWrapperOrder={['label', 'input', 'description']}
      value={value}
      maxLength={LONGEST_REASON}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/**
 * The Box that the job needs: the one that fits the key; in a swap without a key, one of the same variant as the Box
 * that leaves. Null = not known.
 */
function useNeededBox(
  job: ViewOf<'installation' | 'swap'>,
): { readonly says: string; readonly sap: string | null } | null {
  const text = useText();
  const { key } = job;
  if (key !== null) {
    return key.boxName === null
      ? null
      : { says: text('flow.box.take', { box: key.boxName }), sap: key.boxSapNumber };
  }
  const old = job.kind === 'swap' ? (job.removal.box?.sapNumber ?? null) : null;
  return old === null ? null : { says: text('flow.box.takeLikeOld'), sap: old };
}

/** Upper bound of Boxes that are offered: two rows. */
const MOST_OFFERED = 6;

/**
 * The Boxes at hand that may fit, those of the needed variant alone where both are known. A tap looks the Box up and
 * fits nothing.
 */
function BoxesAtHand({
  sap,
  onTake,
}: {
  /** The article number of the needed variant; null = any. */
  readonly sap: string | null;
  readonly onTake: (serial: string) => void;
}) {
  const text = useText();
  const fitting = (useBoxes().value?.boxes ?? [])
    .filter(isAtHand)
    .filter(({ sapNumber }) => sap === null || sapNumber === null || sapNumber === sap);
  if (fitting.length === 0) return null;
  return (
    <Section title={text('boxes.atHand')} count={fitting.length}>
      <Row gap="1" wrap>
        {fitting.slice(0, MOST_OFFERED).map(({ serial }) => (
          <Button
            key={serial}
            variant="default"
            size="lg"
            aria-label={text('boxes.takeThis', { serial })}
            onClick={() => onTake(serial)}
          >
            <Serial serial={serial} size="sm" />
          </Button>
        ))}
      </Row>
    </Section>
  );
}
