import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from '../i18n/use-text.ts';
import classes from './SecretInput.module.css';

/** A field for a secret: hidden while it is typed, shown at a tap, excluded from the browser's password storage. */
export function SecretInput(props: PasswordInputProps) {
  const text = useText();
  return (
    <PasswordInput
      autoComplete="off"
      spellCheck={false}
      rightSectionWidth={48}
      classNames={{ visibilityToggle: classes['toggle'] ?? '' }}
      visibilityToggleButtonProps={{ 'aria-label': text('common.showSecret'), tabIndex: 0 }}
      {...props}
    />
  );
}
