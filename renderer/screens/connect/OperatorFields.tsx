import { TextInput } from '@mantine/core';
import { Disclosure } from '../../components/Disclosure.tsx';
import type { TextKey } from '../../i18n/text-keys.ts';
import { SecretInput } from '../../components/SecretInput.tsx';
import { useText } from '../../i18n/use-text.ts';
import type { ConnectDraft } from './draft.ts';
import type { TypedSecrets } from './secrets.ts';
import classes from './ConnectPages.module.css';

/** The known part of the connection: all of it, all but the secrets, or nothing yet. */
export type KnownBefore = 'change' | 'secrets-gone' | 'nothing';

/** Names of the fields that cannot be tested as they are. */
export type RefusedFields = ReadonlySet<string>;

/** Address, key and login. The header's name is folded away: hardly anybody needs it. */
export function OperatorFields({
  draft,
  locked,
  secrets,
  refused,
  known,
  onDraft,
  onSecrets,
}: {
  readonly draft: ConnectDraft;
  /** The administrator has set the address. */
  readonly locked: boolean;
  readonly secrets: TypedSecrets;
  readonly refused: RefusedFields;
  readonly known: KnownBefore;
  readonly onDraft: (change: Partial<ConnectDraft>) => void;
  readonly onSecrets: (change: Partial<TypedSecrets>) => void;
}) {
  const text = useText();
  const error = (field: string, says: TextKey) => (refused.has(field) ? text(says) : null);
  return (
    <div className={classes['fields']}>
      <TextInput
        className={classes['wide'] ?? ''}
        label={text('connect.address')}
        description={text(locked ? 'common.setByAdministrator' : 'connect.addressSays')}
        readOnly={locked}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        data-autofocus={!locked || undefined}
        value={draft.baseUrl}
        error={error('baseUrl', 'connect.addressBad')}
        onChange={(event) => onDraft({ baseUrl: event.currentTarget.value })}
      />
      <SecretInput
        className={classes['wide'] ?? ''}
        label={text('connect.apiKey')}
        {...(known === 'change' ? { description: text('connect.secretsAgain') } : {})}
        autoFocus={known === 'secrets-gone' || locked}
        value={secrets.apiKey}
        error={error('apiKey', 'connect.missing')}
        onChange={(event) => onSecrets({ apiKey: event.currentTarget.value })}
      />
      <TextInput
        label={text('connect.username')}
        autoComplete="off"
        spellCheck={false}
        value={secrets.username}
        error={error('username', 'connect.missing')}
        onChange={(event) => onSecrets({ username: event.currentTarget.value })}
      />
      <SecretInput
        label={text('connect.password')}
        value={secrets.password}
        error={error('password', 'connect.missing')}
        onChange={(event) => onSecrets({ password: event.currentTarget.value })}
      />
      <div className={classes['wide']}>
        <Disclosure label={text('connect.advanced')} startsOpen={refused.has('apiKeyHeader')}>
          <TextInput
            label={text('connect.header')}
            description={text('connect.headerSays')}
            autoComplete="off"
            spellCheck={false}
            value={draft.apiKeyHeader}
            error={error('apiKeyHeader', 'connect.headerBad')}
            onChange={(event) => onDraft({ apiKeyHeader: event.currentTarget.value })}
          />
        </Disclosure>
      </div>
    </div>
  );
}
