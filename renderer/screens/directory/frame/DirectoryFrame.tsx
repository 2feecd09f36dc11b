import { type ReactNode, useEffect, useRef } from 'react';
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
import { CustomerName } from '../../../components/customers.tsx';
import { type DirectorySection, directorySections, hashOf } from '../../../navigation/route.ts';
import { NavigationRail } from '../../../navigation/NavigationRail.tsx';
import { ScreenColumns } from '../../../components/PageLayout.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Grid, Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './DirectoryFrame.module.css';

/**
 * The columns of the Directory: navigation, its parts, the list, the open row. In a narrow window the open row covers
 * the list, which stays mounted behind it.
 */
export function DirectoryFrame({
  section,
  actions,
  children,
  detail,
  open,
}: {
  readonly section: DirectorySection;
  /** Content at the right end of the list's heading. */
  readonly actions?: ReactNode;
  /** The list. */
  readonly children: ReactNode;
  /** The open row, or a placeholder; without it the list takes the whole width. */
  readonly detail?: ReactNode;
  readonly open: boolean;
}) {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <ScreenColumns rail={<NavigationRail />} beside="sections">
      <SectionList here={section} />
      <Grid
        as="main"
        narrow
        className={classes['panes']}
        data-open={open || undefined}
        data-alone={detail === undefined || undefined}
      >
        <Stack narrow className={classes['list']}>
          <Row gap="2" align="center" justify="between" fixed className={classes['head']}>
            <div>
              <CustomerName />
              <h1 ref={heading} tabIndex={-1}>
                {text(`directory.section.${section}`)}
              </h1>
            </div>
            {actions}
          </Row>
          {children}
        </Stack>
        {detail !== undefined && <div className={classes['detail']}>{detail}</div>}
      </Grid>
    </ScreenColumns>
  );
}

/** The links to the parts of the Directory. */
function SectionList({ here }: { readonly here: DirectorySection }) {
  const text = useText();
  return (
    <Stack as="nav" gap="hair" className={classes['sections']} aria-label={text('directory.section.label')}>
      <Text as="p" size="small" line="body" quiet below="1" className={classes['heading']} aria-hidden>
        {text('directory.title')}
      </Text>
      {directorySections.map((section) => {
        const Picture = sectionIcons[section];
        return (
          <a
            key={section}
            className={classes['section']}
            href={hashOf({ screen: 'directory', section, id: null })}
            aria-current={section === here ? 'page' : undefined}
          >
            <Picture size={20} stroke={section === here ? 2.1 : 1.7} aria-hidden />
            {text(`directory.section.${section}`)}
          </a>
        );
      })}
    </Stack>
  );
}

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
