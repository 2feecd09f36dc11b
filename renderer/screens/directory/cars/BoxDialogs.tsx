import { TextInput, Skeleton } from '@mantine/core';
import { z } from 'zod';
import { useEffect, useState } from 'react';
import { looksLikeSerial } from '../../../../shared/domain/serial.ts';
import { type CarId, carId, type ProductId } from '../../../../shared/ids.ts';
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

/**
 * Asks before a product is removed from its car. With a Box the car's accesses end, so they are listed one by one.
 * Where the car is not known, the person chooses it here.
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
  useFocusBack();
  const preview = useAnswer(window.boxwright.edits.uninstallPreview, { productId: product.id });
  const [chosen, setChosen] = useState<Chosen<CarId> | null>(null);
  /** The accesses of the chosen car were read, or could not be. */
  const [isRead, setIsRead] = useState(false);
  const [tried, setTried] = useState(false);
  const reported = car ?? preview.value?.car ?? null;
  const leaves = reported ?? chosen;
  const uninstall = useWrite(window.boxwright.edits.uninstall, [
    `product:${product.id}`,
    ...(leaves === null ? [] : [`car:${leaves.id}`]),
  ]);
  const reading = preview.value === null && preview.problem === null;
  const answer = async () => {
    if (leaves !== null) return uninstall.run({ productId: product.id, carId: leaves.id });
    setTried(true);
    return { ok: false };
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
      ready={!reading && (reported !== null || chosen === null || isRead)}
      calling={uninstall}
      onYes={answer}
      onClose={onClose}
    >
      {reading && <Reading />}
      {!reading && reported === null && (
        <>
          <p>{text('directory.product.removeWhich')}</p>
          <ChooseCar
            value={chosen}
            onChange={(next) => {
              setChosen(next);
              if (next?.id !== chosen?.id) setIsRead(false);
            }}
            error={tried && chosen === null ? text('directory.check.chooseCar') : null}
          />
        </>
      )}
      {!reading && reported !== null && (
        <Takes
          takes={preview.value?.takesAssignments ?? true}
          // After a failed read the accesses are unknown (null), which is never shown as "no access ends".
          accesses={preview.value?.assignments ?? null}
        />
      )}
      {reported === null && chosen !== null && (
        <TakesOf key={chosen.id} product={product.id} car={chosen.id} onRead={setIsRead} />
      )}
    </Confirmation>
  );
}

function Reading() {
  const text = useText();
  return (
    <div role="status" aria-label={text('directory.product.removeReading')}>
      <p>{text('directory.product.removeReading')}</p>
      <Skeleton height={64} mt={8} />
    </div>
  );
}

/** The accesses that end when the product leaves the chosen car. `onRead`: they are shown, or that they are not known. */
function TakesOf({
  product,
  car,
  onRead,
}: {
  readonly product: ProductId;
  readonly car: CarId;
  readonly onRead: (isRead: true) => void;
}) {
  const { value, problem } = useAnswer(window.boxwright.edits.uninstallPreview, {
    productId: product,
    carId: car,
  });
  const isRead = value !== null || problem !== null;
  useEffect(() => {
    if (isRead) onRead(true);
  }, [isRead, onRead]);
  if (!isRead) return <Reading />;
  return <Takes takes={value?.takesAssignments ?? true} accesses={value?.assignments ?? null} />;
}

function Takes({
  takes,
  accesses,
}: {
  readonly takes: boolean;
  readonly accesses: readonly DirectoryAssignment[] | null;
}) {
  const text = useText();
  const now = useNow();
  if (!takes) return <p>{text('directory.product.removeTakesNothing')}</p>;
  if (accesses === null) return <p>{text('directory.product.removeTakesUnknown')}</p>;
  // An expired access cannot be removed any more.
  const { running, upcoming } = byAccessStatus(accesses, now);
  const going = [...running, ...upcoming];
  if (going.length === 0) return <p>{text('directory.product.removeTakesNone')}</p>;
  const says = text('directory.product.removeTakes', { count: going.length });
  return (
    <>
      <p>{says}</p>
      <PeriodLines label={says} accesses={going} names="user" />
    </>
  );
}
