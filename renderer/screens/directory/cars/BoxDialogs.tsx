import { TextInput, Skeleton } from '@mantine/core';
import { z } from 'zod';
import { useEffect, useState } from 'react';
import { looksLikeSerial } from '../../../../shared/domain/serial.ts';
import { type CarId, carId, type ProductId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { DirectoryProductView, DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Confirmation } from '../../../components/Confirmation.tsx';
import { useNow } from '../../../format/use-now.ts';
import { useAnswer } from '../../../data/lookup.ts';
import { type Chosen, chosenSchema, productLabel } from '../labels.ts';
import { createFormDrafts } from '../../../data/form-drafts.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';
import { useWrite } from '../writes/writes.ts';
import { ChooseCar } from '../ChooseOne.tsx';
import { byAccessStatus } from '../access/access.ts';
import { PeriodLines } from '../access/PeriodLines.tsx';
import { useFocusBack } from '../../../components/use-focus.ts';
import layout from '../../../components/layout.module.css';

/* Dialogs that install a Box or remove it, outside a job. */

const useInstallDraft = createFormDrafts('install-box', z.object({ serial: z.string() }));

/** Reports a Box in a car to the operator, by its serial. */
export function InstallBoxDialog({
  car,
  onClose,
}: {
  readonly car: Chosen<CarId>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { form, change, forget } = useInstallDraft(`car:${car.id}`, { serial: '' });
  const install = useWrite(window.boxwright.edits.install, [`car:${car.id}`]);
  const serial = form.serial.trim();
  const fault =
    serial === ''
      ? text('directory.check.serialMissing')
      : looksLikeSerial(serial)
        ? null
        : text('directory.check.serialMalformed');
  const send = async () => {
    const answer = await install.run({ carId: car.id, serialNumber: form.serial });
    if (answer.ok) forget();
    return answer.ok;
  };
  return (
    <WriteDialog
      title={text('directory.car.installTitle', { car: car.label })}
      says={text('directory.car.installSays')}
      act={text('directory.car.installAct')}
      busy={install.busy}
      problem={install.problem}
      ready={fault === null}
      onSubmit={send}
      onCancel={forget}
      onClose={onClose}
    >
      {(tried) => (
        <TextInput
          data-autofocus
          data-takes-scans="serial"
          label={text('directory.car.serial')}
          description={text('directory.car.serialSays')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          classNames={{ input: layout['mono'] ?? '' }}
          value={form.serial}
          error={tried ? fault : null}
          onChange={(event) => change({ serial: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </WriteDialog>
  );
}

const useInstallIntoDraft = createFormDrafts('install-into', z.object({ car: chosenSchema(carId) }));

/** Installs a known product into a chosen car. */
export function InstallIntoDialog({
  product,
  onClose,
}: {
  readonly product: DirectoryProductView;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { form, change, forget } = useInstallIntoDraft(`product:${product.id}`, { car: null });
  const { car } = form;
  const install = useWrite(window.boxwright.edits.install, [
    `product:${product.id}`,
    ...(car === null ? [] : [`car:${car.id}`]),
  ]);
  const label = productLabel(product);
  const send = async () => {
    if (car === null) return false;
    const answer = await install.run({ carId: car.id, serialNumber: label });
    if (answer.ok) forget();
    return answer.ok;
  };
  return (
    <WriteDialog
      title={text('directory.product.installTitle', { serial: label })}
      says={text('directory.car.installSays')}
      act={text('directory.product.installAct')}
      busy={install.busy}
      problem={install.problem}
      ready={car !== null}
      onSubmit={send}
      onCancel={forget}
      onClose={onClose}
    >
      {(tried) => (
        <ChooseCar
          value={car}
          autoFocus
          onChange={(next) => change({ car: next })}
          error={tried && car === null ? text('directory.check.chooseCar') : null}
        />
      )}
    </WriteDialog>
  );
}

/** The answer to the preview: the car that the product leaves, and the accesses that end with it. */
interface Preview {
  readonly car: Chosen<CarId> | null;
  readonly takesAssignments: boolean;
  /** null = not known; never shown as "no access ends". */
  readonly assignments: readonly DirectoryAssignment[] | null;
}

const unknown: Preview = { car: null, takesAssignments: true, assignments: null };

/**
 * Asks before a product is removed from its car. With a Box the car's accesses end, so they are listed one by one.
 * Where the car is not known, the person chooses it here. The accesses are read again after main has refused, because
 * they are not the listed ones.
 */
export function UninstallQuestion({
  product,
  car,
  onClose,
}: {
  readonly product: Chosen<ProductId>;
  readonly car: Chosen<CarId> | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  const now = useNow();
  useFocusBack();
  const [chosen, setChosen] = useState<Chosen<CarId> | null>(null);
  /** The number of refusals: each preview is read again after one. */
  const [round, setRound] = useState(0);
  /** The preview for the reported car, and for the chosen one; null while it is read. */
  const [first, setFirst] = useState<Preview | null>(null);
  const [ofChosen, setOfChosen] = useState<Preview | null>(null);
  const [tried, setTried] = useState(false);
  const reported = first?.car ?? car;
  const leaves = reported ?? chosen;
  const uninstall = useWrite(window.boxwright.edits.uninstall, [
    `product:${product.id}`,
    ...(leaves === null ? [] : [`car:${leaves.id}`]),
  ]);
  const shown = reported === null ? ofChosen : first;
  const ending = shown === null ? null : endingAccesses(shown, now);
  const answer = async () => {
    if (leaves === null) {
      setTried(true);
      return { ok: false };
    }
    const seen = ending?.map(({ id }) => id) ?? null;
    const removed = await uninstall.run({ productId: product.id, carId: leaves.id, seen });
    if (!removed.ok && removed.error.code === 'changed-since-shown') {
      setFirst(null);
      setOfChosen(null);
      setRound((before) => before + 1);
    }
    return removed;
  };
  return (
    <Confirmation
      open
      title={
        leaves === null
          ? text('directory.product.removeTitleNoCar', { serial: product.label })
          : text('directory.product.removeTitle', { serial: product.label, car: leaves.label })
      }
      says={[text('directory.product.removeSays')]}
      yes={text('directory.product.removeYes')}
      no={text('directory.product.removeNo')}
      danger
      ready={first !== null && (leaves === null || shown !== null)}
      calling={uninstall}
      onYes={answer}
      onClose={onClose}
    >
      <PreviewOf
        key={round}
        ask={{ productId: product.id, ...(car === null ? {} : { carId: car.id }) }}
        onRead={setFirst}
      />
      {first !== null && reported === null && (
        <>
          <p>{text('directory.product.removeWhich')}</p>
          <ChooseCar
            value={chosen}
            onChange={(next) => {
              setChosen(next);
              if (next?.id !== chosen?.id) setOfChosen(null);
            }}
            error={tried && chosen === null ? text('directory.check.chooseCar') : null}
          />
          {chosen !== null && (
            <PreviewOf
              key={chosen.id}
              ask={{ productId: product.id, carId: chosen.id }}
              onRead={setOfChosen}
            />
          )}
        </>
      )}
      {first !== null && leaves !== null && shown !== null && (
        <Takes takes={shown.takesAssignments} ending={ending} />
      )}
    </Confirmation>
  );
}

/** Reads which accesses end with the removal, and says so while it does. */
function PreviewOf({
  ask,
  onRead,
}: {
  readonly ask: { readonly productId: ProductId; readonly carId?: CarId };
  readonly onRead: (preview: Preview) => void;
}) {
  const text = useText();
  const { value, problem } = useAnswer(window.boxwright.edits.uninstallPreview, ask);
  useEffect(() => {
    if (value !== null || problem !== null) onRead(value ?? unknown);
  }, [value, problem, onRead]);
  if (value !== null || problem !== null) return null;
  return (
    <div role="status" aria-label={text('directory.product.removeReading')}>
      <p>{text('directory.product.removeReading')}</p>
      <Skeleton height={64} mt={8} />
    </div>
  );
}

/** The accesses that end now: an expired one cannot be removed any more. */
function endingAccesses(
  { takesAssignments, assignments }: Preview,
  now: Instant,
): readonly DirectoryAssignment[] | null {
  if (!takesAssignments) return [];
  if (assignments === null) return null;
  const { running, upcoming } = byAccessStatus(assignments, now);
  return [...running, ...upcoming];
}

function Takes({
  takes,
  ending,
}: {
  readonly takes: boolean;
  readonly ending: readonly DirectoryAssignment[] | null;
}) {
  const text = useText();
  if (!takes) return <p>{text('directory.product.removeTakesNothing')}</p>;
  if (ending === null) return <p>{text('directory.product.removeTakesUnknown')}</p>;
  if (ending.length === 0) return <p>{text('directory.product.removeTakesNone')}</p>;
  const says = text('directory.product.removeTakes', { count: ending.length });
  return (
    <>
      <p>{says}</p>
      <PeriodLines label={says} accesses={ending} names="user" />
    </>
  );
}
