import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconCloudDown,
  IconDeviceLaptop,
  IconDeviceFloppy,
  IconLock,
  IconLockOpen,
  IconRouter,
  IconSend,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import type { VerificationEvent } from '../../../../shared/domain/proof.ts';

interface Sign {
  readonly icon: Icon;
  readonly tone: 'progress' | 'waiting' | 'done' | 'trouble';
}

/** Only the operator's confirmation and the installer's own observation are green; an accepted operation is waiting. */
export const eventSigns: Readonly<Record<VerificationEvent['what'], Sign>> = {
  requested: { icon: IconDeviceFloppy, tone: 'progress' },
  sent: { icon: IconSend, tone: 'progress' },
  accepted: { icon: IconClock, tone: 'waiting' },
  'result-at-relay': { icon: IconRouter, tone: 'progress' },
  'result-fetched': { icon: IconCloudDown, tone: 'progress' },
  confirmed: { icon: IconCircleCheck, tone: 'done' },
  failed: { icon: IconAlertTriangle, tone: 'trouble' },
  opened: { icon: IconLockOpen, tone: 'done' },
  'not-opened': { icon: IconX, tone: 'trouble' },
  closed: { icon: IconLock, tone: 'done' },
  'not-closed': { icon: IconX, tone: 'trouble' },
  extended: { icon: IconCircleCheck, tone: 'done' },
  'removal-requested': { icon: IconTrash, tone: 'progress' },
  'removal-sent': { icon: IconSend, tone: 'progress' },
  'removal-accepted': { icon: IconClock, tone: 'waiting' },
  removed: { icon: IconCircleCheck, tone: 'done' },
  'reported-confirmed': { icon: IconDeviceLaptop, tone: 'waiting' },
  'reported-extended': { icon: IconDeviceLaptop, tone: 'waiting' },
  'reported-removed': { icon: IconDeviceLaptop, tone: 'waiting' },
  'removal-failed': { icon: IconAlertTriangle, tone: 'trouble' },
};
