import { Button, TextInput, PasswordInput, type PasswordInputProps } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { WantedProxyLogin } from '../../shared/domain/profile.ts';
import { useMutation } from '../data/call.ts';
import { useText } from '../i18n/use-text.ts';
import { useStatus } from '../data/status.ts';
import { FormDialog } from './FormDialog.tsx';
import { StateBadge } from './StateBadge.tsx';
import secretClasses from './SecretInput.module.css';

/** A field for a secret: hidden while it is typed, shown at a tap, excluded from the browser's password storage. */
export function SecretInput(props: PasswordInputProps) {
  const text = useText();
  return (
    <PasswordInput
      autoComplete="off"
      spellCheck={false}
      rightSectionWidth={48}
      classNames={{ visibilityToggle: secretClasses['toggle'] ?? '' }}
      visibilityToggleButtonProps={{ 'aria-label': text('common.showSecret'), tabIndex: 0 }}
      {...props}
    />
  );
}

/** The button that opens the form for a proxy's login; nothing where no proxy requires one. */
export function ProxyLoginButton({ onSignedIn }: { readonly onSignedIn?: () => void }) {
  const text = useText();
  const wanted = useStatus().value?.proxyLogin ?? null;
  const [open, setOpen] = useState(false);
  if (wanted === null) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('connect.network.openLogin')}</Button>
      {open && (
        <ProxyLoginDialog
          wanted={wanted}
          onClose={() => setOpen(false)}
          onSignedIn={() => {
            setOpen(false);
            onSignedIn?.();
          }}
        />
      )}
    </>
  );
}

/** User name and password for a proxy. Main sends them to this proxy alone. */
function ProxyLoginDialog({
  wanted,
  onClose,
  onSignedIn,
}: {
  readonly wanted: WantedProxyLogin;
  readonly onClose: () => void;
  readonly onSignedIn: () => void;
}) {
  const text = useText();
  const signing = useMutation(window.boxwright.connect.signInToProxy);
  const [login, setLogin] = useState({ username: '', password: '' });
  const [proxy] = useState(wanted.proxy);
  const submit = async () => {
    const answer = await signing.run({ proxy, ...login });
    if (answer.ok) onSignedIn();
  };
  return (
    <FormDialog
      ofLaptop
      title={text('connect.network.loginTitle', { proxy })}
      size={480}
      says={
        wanted.refused ? (
          <StateBadge tone="waiting" icon={IconAlertTriangle}>
            {text('connect.network.loginRefused')}
          </StateBadge>
        ) : (
          text('connect.network.loginSays')
        )
      }
      act={text('connect.network.signIn')}
      calling={signing}
      ready={login.username.trim() !== '' && login.password !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={text('connect.network.username')}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={login.username}
        onChange={(event) => setLogin({ ...login, username: event.currentTarget.value })}
      />
      <SecretInput
        label={text('connect.network.password')}
        value={login.password}
        onChange={(event) => setLogin({ ...login, password: event.currentTarget.value })}
      />
    </FormDialog>
  );
}
