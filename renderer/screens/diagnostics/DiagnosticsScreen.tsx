import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { useText } from '../../i18n/use-text.ts';
import { BundleSection } from './BundleSection.tsx';
import { HealthSection } from './HealthSection.tsx';

/** The health of each part of this laptop, and the support functions. Available without a connection too. */
export function DiagnosticsScreen() {
  const text = useText();
  return (
    <PageLayout
      rail={<NavigationRail />}
      title={text('diagnostics.title')}
      lead={text('diagnostics.lead')}
      width="reading"
    >
      <HealthSection />
      <BundleSection />
    </PageLayout>
  );
}
