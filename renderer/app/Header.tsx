import { Skeleton, UnstyledButton } from '@mantine/core';
import type { ProfileView } from '../../shared/domain/profile.ts';
import { Mark } from '../components/Mark.tsx';
import { FindButton } from '../finding/FindButton.tsx';
import { HelpButton } from '../help/HelpButton.tsx';
import { CameraButton } from '../scanning/camera/CameraButton.tsx';
import { useText } from '../i18n/use-text.ts';
import { usePreferences } from '../data/preferences.ts';
import { navigate, useRoute } from '../navigation/route.ts';
import { WorkerButton } from './WorkerButton.tsx';
import classes from './Header.module.css';

/** Product, environment, customer; who is working. */
export function Header({ profile }: { readonly profile: ProfileView | null }) {
  const text = useText();
  const route = useRoute();
  const preferences = usePreferences();
  return (
    <header className={classes['header']}>
      <UnstyledButton
        className={classes['product']}
        aria-label={`${text('common.product')}, ${text('navigation.home')}`}
        onClick={() => navigate({ screen: 'home' })}
      >
        <Mark />
        <span>{text('common.product')}</span>
      </UnstyledButton>
      {profile?.environment === 'uat' && (
        <span className={classes['test']}>{text('environment.uatMark')}</span>
      )}
      {profile !== null && <span className={classes['customer']}>{profile.customerName}</span>}
      <span className={classes['gap']} />
      {profile !== null && <FindButton />}
      {profile !== null && <CameraButton />}
      <HelpButton />
      {preferences === null ? (
        <Skeleton width={160} height={40} />
      ) : (
        <WorkerButton
          worker={preferences.worker}
          asks={route.screen === 'home' && profile !== null && preferences.worker === ''}
        />
      )}
    </header>
  );
}
