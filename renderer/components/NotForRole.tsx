import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';
import { PageLayout } from './PageLayout.tsx';
import { useText } from '../i18n/use-text.ts';
import { NavigationRail } from '../navigation/NavigationRail.tsx';
import { navigate } from '../navigation/route.ts';

/** Replaces a page whose every call main would refuse: names the role that may use it and links to the role setting. */
export function NotForRole({ title }: { readonly title: string }) {
  const text = useText();
  return (
    <PageLayout rail={<NavigationRail />} title={title}>
      <EmptyState
        icon={IconUserShield}
        title={text('role.notHere')}
        action={<Button onClick={() => navigate({ screen: 'settings' })}>{text('role.toSettings')}</Button>}
      >
        {text('role.notHereSays')}
      </EmptyState>
    </PageLayout>
  );
}
