import { Button } from '@mantine/core';
import { IconCar, IconPlus } from '@tabler/icons-react';
import { useCallback, useId, useMemo } from 'react';
import type { DirectoryCar } from '../../../../shared/domain/directory.ts';
import type { CarId } from '../../../../shared/ids.ts';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { lookUp } from '../../../scanning/look-up.ts';
import { useScans } from '../../../scanning/receivers.ts';
import { AsOf } from '../../../components/figures.tsx';
import { PickField, PickList, usePicker } from '../../../components/PickList.tsx';
import { carTitle, Plate } from '../../../components/CarLine.tsx';
import type { Draft } from '../../drafts/use-draft.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { useFlow, useJobCall } from '../../flow-context.ts';
import type { CarDraft } from './car-draft.ts';
import { Grid, Stack, Text } from '../../../components/layout.tsx';
import classes from './Car.module.css';

const FOUND_LIMIT = 30;
const RECENT_LIMIT = 8;
/** Upper bound of the search text in characters, as in the contract. */
const LONGEST_QUESTION = 200;
const none: readonly DirectoryCar[] = [];
const noCars: readonly CarId[] = [];

/** Search as you type in the local directory; shows recent cars while the field is empty. */
export function CarSearch({
  draft,
  onCreate,
  besides = noCars,
}: {
  readonly draft: Draft<CarDraft>;
  /** Creates a new car; null where only an existing car is allowed. */
  readonly onCreate: (() => void) | null;
  /** Cars that are left out of the recent ones. */
  readonly besides?: readonly CarId[];
}) {
  const text = useText();
  const listId = useId();
  const typed = draft.form.text.trim().slice(0, LONGEST_QUESTION);
  const found = useQuery(
    window.boxwright.directory.searchCars,
    useMemo(() => ({ text: typed, limit: FOUND_LIMIT }), [typed]),
  );
  const recent = useQuery(window.boxwright.directory.recentCars, recentQuestion);
  const shown = typed === '' ? recent : found;
  const rows = useMemo(() => {
    const all = shown.value?.rows ?? none;
    return typed === '' ? all.filter(({ id }) => !besides.includes(id)) : all;
  }, [shown.value, typed, besides]);
  const settled = typed === '' ? recent.value !== null : found.answers?.text === typed;
  const { take, busy, problem } = useTakeCar(draft);
  const onTake = useCallback((car: DirectoryCar) => void take(car.id), [take]);
  const picker = usePicker({ rows, settled, question: typed, proposes: false, onTake });
  useScans('step', async (scanned) => {
    if (scanned.kind !== 'vin') {
      // The label of a Box scanned at the car step is kept for the Box step and not searched among the cars.
      const found = await lookUp(scanned);
      if (found.ok && found.value.products.length > 0) return false;
    }
    const question = scanned.text.slice(0, LONGEST_QUESTION);
    draft.change({ text: question });
    picker.acceptSingle(question);
    return true;
  });
  return (
    <StepFrame
      title={text('flow.car.title')}
      problem={problem}
      unread={shown}
      action={{
        label: text('flow.car.take'),
        onAct: picker.take,
        busy,
        missing: settled && picker.active === null ? text('flow.car.missing') : null,
      }}
      nextToBack={
        onCreate !== null && (
          <Button
            variant="default"
            size="lg"
            leftSection={<IconPlus size={20} stroke={2} aria-hidden />}
            onClick={onCreate}
          >
            {text('flow.car.create')}
          </Button>
        )
      }
    >
      <PickField
        id={listId}
        label={text('flow.car.search')}
        description={text('flow.car.searchSays')}
        value={draft.form.text}
        onChange={(value) => draft.change({ text: value })}
        picker={picker}
      />
      {shown.value === null ? (
        shown.problem === null && <RowsSkeleton rows={4} height={64} />
      ) : rows.length > 0 ? (
        <Section
          title={text(typed === '' ? 'flow.car.recent' : 'flow.car.found')}
          aside={<AsOf asOf={shown.value.asOf} />}
        >
          <PickList
            id={listId}
            label={text(typed === '' ? 'flow.car.recent' : 'flow.car.found')}
            picker={picker}
            keyOf={(car) => car.id}
            onTake={onTake}
          >
            {(car) => <CarRow car={car} />}
          </PickList>
        </Section>
      ) : (
        <EmptyState
          icon={IconCar}
          title={
            typed !== ''
              ? text('flow.car.none', { text: typed })
              : text(besides.length > 0 ? 'flow.car.nextOne' : 'flow.car.noRecent')
          }
        >
          {text(
            typed === ''
              ? besides.length > 0
                ? 'flow.car.nextOneSays'
                : 'flow.car.noRecentSays'
              : onCreate === null
                ? 'flow.car.noneHere'
                : 'flow.car.noneSays',
          )}
        </EmptyState>
      )}
    </StepFrame>
  );
}

const recentQuestion = { limit: RECENT_LIMIT } as const;

/** A car in the list: plate, brand and model, name, VIN, each in its column, so that the list is easy to scan. */
function CarRow({ car }: { readonly car: DirectoryCar }) {
  const title = carTitle(car);
  return (
    <Grid as="span" grow narrow gap="2" align="center" className={classes['row']}>
      <Plate plate={car.licensePlate} name={car.name} />
      <Stack as="span" narrow>
        <Text line="body" weight="strong">
          {title}
        </Text>
        {car.name !== title && car.name !== car.licensePlate && (
          <Text size="small" quiet className={classes['name']}>
            {car.name}
          </Text>
        )}
      </Stack>
      {car.vin !== null && (
        <Text size="small" quiet mono>
          {car.vin}
        </Text>
      )}
    </Grid>
  );
}

/** Takes a car of the directory for this job and opens the next step. */
export function useTakeCar(draft: Draft<CarDraft>) {
  const { job, advance: goOn } = useFlow();
  const choose = useJobCall(window.boxwright.jobs.chooseCar);
  const { run } = choose;
  const { forget } = draft;
  const take = useCallback(
    async (carId: CarId) => {
      const answer = await run({ jobId: job.id, carId });
      if (!answer.ok) return;
      forget();
      goOn(answer.value);
    },
    [run, job.id, forget, goOn],
  );
  return { take, busy: choose.busy, problem: choose.problem };
}
