import { AsOf, RelativeClock, Serial, Distance } from '../../renderer/components/figures.tsx';
import {
  accessBadges,
  type Badge,
  checkBadges,
  healthBadges,
  jobBadges,
  operationBadges,
  proofBadges,
  stepBadges,
} from '../../renderer/components/badges.ts';
import { CarHints } from '../../renderer/components/CarFields.tsx';
import { CustomerName } from '../../renderer/components/customers.tsx';
import { CarLine, Plate } from '../../renderer/components/CarLine.tsx';
import { KeyHint } from '../../renderer/components/KeyHint.tsx';
import { KeyPicture } from '../../renderer/components/key-catalogue.tsx';
import { Mark } from '../../renderer/app/Frame.tsx';
import { PlannedJobRow } from '../../renderer/components/planned/PlannedJobRow.tsx';
import { SavedFile } from '../../renderer/components/files.tsx';
import { OperationBadge, StateBadge } from '../../renderer/components/StateBadge.tsx';
import { useText } from '../../renderer/i18n/use-text.ts';
import { directoryCar } from '../../shared/domain/directory.ts';
import { plannedJobView } from '../../shared/domain/planned-work.ts';
import { plannedInstallation } from '../planned/planned-work.ts';
import { NOW } from '../window/page/at-rest.ts';
import type { GalleryEntry } from './Frame.tsx';
import { Column, Row } from './layout.tsx';

const car = directoryCar.parse({
  id: 42,
  name: 'Van 42',
  licensePlate: 'M BX 1042',
  vin: 'WDF44770313000042',
  brand: 'Mercedes-Benz',
  model: 'Vito',
});
const badges: readonly Readonly<Record<string, Badge>>[] = [
  operationBadges,
  accessBadges,
  jobBadges,
  stepBadges,
  healthBadges,
  checkBadges,
  proofBadges,
];

function Badges() {
  const text = useText();
  return (
    <Column>
      {badges.map((kind) => (
        <Row key={Object.values(kind)[0]?.word}>
          {Object.entries(kind).map(([state, badge]) => (
            <StateBadge key={state} tone={badge.tone} icon={badge.icon}>
              {text(badge.word)}
            </StateBadge>
          ))}
        </Row>
      ))}
      <OperationBadge state="done" reportedBy="Bay 7" />
    </Column>
  );
}

const planned = plannedJobView.parse({
  id: crypto.randomUUID(),
  revision: 2,
  work: plannedInstallation(),
  state: 'planned',
  withdrawn: null,
  signature: 'verified',
  counts: true,
  planner: 'Office',
  holder: null,
  alsoBegun: [{ laptop: 'Munich / Bay 9', worker: 'Kim', at: NOW, signature: 'verified' }],
  job: null,
  changed: ['note', 'keyPlace'],
  before: plannedInstallation({ note: 'Gate A', keyPlace: 'Gate house' }),
  onItsWay: true,
  problem: null,
});

/** Signs of things and states. */
export const signEntries: readonly GalleryEntry[] = [
  { name: 'CustomerName', show: () => <CustomerName /> },
  {
    name: 'Plate',
    show: () => (
      <Row>
        <Plate plate="M BX 1042" name="Van 42" />
        <Plate plate="M BX 1042" name="Van 42" size="lg" />
        <Plate plate={null} name="A car without a plate" />
      </Row>
    ),
  },
  {
    name: 'CarLine',
    show: () => (
      <Column>
        <CarLine car={car} />
        <CarLine car={car} size="lg" />
        <CarLine car={{ ...car, licensePlate: null, brand: null, model: null }} />
      </Column>
    ),
  },
  {
    name: 'CarHints',
    show: () => (
      <CarHints
        hints={[
          { hint: 'same-vin', car },
          { hint: 'same-plate', car: directoryCar.parse({ ...car, id: 43 }) },
          { hint: 'vin-length', length: 16 },
          { hint: 'vin-alphabet', characters: 'O' },
          { hint: 'vin-check-digit' },
        ]}
        onTake={() => undefined}
      />
    ),
  },
  {
    name: 'Serial',
    show: () => (
      <Row>
        <Serial serial="001234021" size="sm" />
        <Serial serial="001234021" />
        <Serial serial="001234021" size="lg" />
      </Row>
    ),
  },
  { name: 'StateBadge', show: Badges },
  { name: 'SavedFile', show: () => <SavedFile onShow={() => undefined} /> },
  {
    name: 'KeyHint',
    show: () => (
      <Row>
        <KeyHint keys="N" />
        <KeyHint keys="mod+K" />
        <KeyHint keys="escape" />
        <KeyHint keys="N" idle />
      </Row>
    ),
  },
  {
    name: 'KeyPicture',
    show: () => (
      <Row>
        <KeyPicture url={null} name="Flip key" />
        <KeyPicture url={null} name="Flip key" size={120} />
      </Row>
    ),
  },
  {
    name: 'PlannedJobRow',
    show: () => (
      <ul>
        <PlannedJobRow plannedJob={planned} overdue={false} dated={false}>
          {null}
        </PlannedJobRow>
        <PlannedJobRow plannedJob={{ ...planned, state: 'begun', changed: [], alsoBegun: [] }} overdue dated>
          {null}
        </PlannedJobRow>
      </ul>
    ),
  },
  { name: 'Mark', show: () => <Mark /> },
  {
    name: 'Distance',
    show: () => (
      <>
        <Distance done={7} total={12} />
        <Distance done={7} waiting={2} total={12} />
      </>
    ),
  },
  {
    name: 'RelativeClock',
    show: () => (
      <Row>
        <RelativeClock since={Date.now()} size="sm" />
        <RelativeClock since={Date.now() - 90_000} />
      </Row>
    ),
  },
  {
    name: 'AsOf',
    show: () => (
      <Row>
        <AsOf asOf={NOW} />
        <AsOf asOf={null} />
      </Row>
    ),
  },
];
