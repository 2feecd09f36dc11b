import { IconLanguage } from '@tabler/icons-react';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useUnreadLanguage } from '../../i18n/unread-language.ts';
import { useText } from '../../i18n/use-text.ts';
import { StatusDetail } from './StatusItem.tsx';

/** The chosen language cannot be read: said as long as another one is spoken. */
export function LanguageNote() {
  const text = useText();
  const unread = useUnreadLanguage();
  if (unread === null) return null;
  return (
    <StatusDetail
      tone="attention"
      label={
        <>
          <IconLanguage size={16} aria-hidden />
          <span>{text('status.languageNote')}</span>
        </>
      }
    >
      <ProblemNotice problem={unread} tone="attention" />
    </StatusDetail>
  );
}
