import {
  IconBuilding,
  IconCar,
  IconFileCertificate,
  IconKey,
  IconPackage,
  IconUser,
  IconUserCheck,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import type { AppStatus } from '../../../../shared/domain/status.ts';
import type { DirectorySection } from '../../../navigation/route.ts';

/** The icon of each part of the Directory, wherever the part is named. */
export const sectionIcons: Readonly<Record<DirectorySection, Icon>> = {
  cars: IconCar,
  users: IconUser,
  groups: IconUsersGroup,
  products: IconPackage,
  services: IconFileCertificate,
  assignments: IconUserCheck,
  keys: IconKey,
  customers: IconBuilding,
};

/** The props of every part of the Directory. */
export interface SectionProps {
  readonly status: AppStatus;
  /** The open row from the route; null = none. */
  readonly id: string | null;
}
