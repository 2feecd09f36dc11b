import { Button } from '@mantine/core';
import type { StartFailure } from '../../shared/domain/status.ts';
import { useMutation } from '../data/call.ts';
import { PageLayout } from '../components/PageLayout.tsx';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { useFormat } from '../format/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import { NavigationRail } from '../navigation/NavigationRail.tsx';
import { navigate } from '../navigation/route.ts';
import { Text } from '../components/layout.tsx';

/** Replaces every screen that needs the database, while the database cannot be opened. */
export function StartFailedPage({ failure }: { readonly failure: StartFailure }) {
  const text = useText();
  const format = useFormat();
  const again = useMutation(window.boxwright.app.startAgain);
  return (
    <PageLayout
      rail={<NavigationRail />}
      title={text('app.couldNotStart')}
      lead={text('startFailed.lead')}
      width="reading"
    >
      <ProblemNotice problem={again.problem ?? failure.problem}>
        <Button loading={again.busy} onClick={() => void again.run({})}>
          {text('common.again')}
        </Button>
        <Button variant="default" onClick={() => navigate({ screen: 'diagnostics' })}>
          {text('diagnostics.open')}
        </Button>
      </ProblemNotice>
      <Text as="p" quiet above="2" role="status">
        {text('startFailed.tried', { at: format.timeWithSeconds(failure.at) })}
      </Text>
    </PageLayout>
  );
}
