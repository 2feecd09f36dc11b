import { useLayoutEffect } from 'react';
import type { AppStatus } from '../../../shared/domain/status.ts';
import { neverReached } from '../../../shared/never.ts';
import type { DirectorySection } from '../../navigation/route.ts';
import { AssignmentsSection } from './sections/AssignmentsSection.tsx';
import { CarsSection } from './cars/CarsSection.tsx';
import { CustomersSection } from './sections/CustomersSection.tsx';
import { GroupsSection } from './groups/GroupsSection.tsx';
import { KeysSection } from './sections/KeysSection.tsx';
import { ProductsSection } from './sections/ProductsSection.tsx';
import type { SectionProps } from './frame/DirectoryFrame.tsx';
import { ServicesSection } from './sections/ServicesSection.tsx';
import { UsersSection } from './sections/UsersSection.tsx';
import { dismissSettledWrites } from './writes/writes.ts';

/** The customer's data at the operator: search, view, change. */
export function DirectoryScreen({
  status,
  section,
  id,
}: {
  readonly status: AppStatus;
  readonly section: DirectorySection;
  readonly id: string | null;
}) {
  return (
    <>
      <Part section={section} status={status} id={id} />
      <SettledOnLeaving key={`${section} ${id ?? ''}`} />
    </>
  );
}

/** Dismisses the settled writes when the open row is left, because the person has seen their result. */
function SettledOnLeaving() {
  useLayoutEffect(() => dismissSettledWrites, []);
  return null;
}

function Part({ section, ...given }: SectionProps & { readonly section: DirectorySection }) {
  switch (section) {
    case 'cars':
      return <CarsSection {...given} />;
    case 'users':
      return <UsersSection {...given} />;
    case 'groups':
      return <GroupsSection {...given} />;
    case 'products':
      return <ProductsSection {...given} />;
    case 'services':
      return <ServicesSection {...given} />;
    case 'assignments':
      return <AssignmentsSection {...given} />;
    case 'keys':
      return <KeysSection {...given} />;
    case 'customers':
      return <CustomersSection {...given} />;
    default:
      return neverReached(section);
  }
}
