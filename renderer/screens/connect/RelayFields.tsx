import { Button, TextInput } from '@mantine/core';
import { Card } from '../../components/Section.tsx';
import { SecretInput } from '../../components/SecretInput.tsx';
import { useText } from '../../i18n/use-text.ts';
import { changeDraft, type ConnectDraft } from './draft.ts';
import classes from './ConnectPages.module.css';

/** Address and token of the relay, or the plain word what going without one means. */
export function RelayFields({
  draft,
  locked,
  token,
  refused,
  onUrl,
  onToken,
}: {
  readonly draft: ConnectDraft;
  /** The administrator has set the relay. */
  readonly locked: boolean;
  readonly token: string;
  readonly refused: ReadonlySet<string>;
  readonly onUrl: (url: string) => void;
  readonly onToken: (token: string) => void;
}) {
  const text = useText();
  if (!draft.withRelay) {
    return (
      <Card>
        <div className={classes['paragraphs']}>
          <p>{text('connect.relayWithout')}</p>
          <div>
            <Button variant="default" onClick={() => changeDraft({ withRelay: true })}>
              {text('connect.relayKeep')}
            </Button>
          </div>
        </div>
      </Card>
    );
  }
  return (
    <>
      <TextInput
        label={text('connect.relayUrl')}
        description={text(locked ? 'common.setByAdministrator' : 'connect.relayUrlSays')}
        readOnly={locked}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        autoFocus={!locked}
        value={draft.relayUrl}
        error={refused.has('relayUrl') ? text('connect.addressBad') : null}
        onChange={(event) => onUrl(event.currentTarget.value)}
      />
      <SecretInput
        label={text('connect.relayToken')}
        autoFocus={locked}
        value={token}
        error={refused.has('relayToken') ? text('connect.missing') : null}
        onChange={(event) => onToken(event.currentTarget.value)}
      />
      {!locked && (
        <div>
          <Button variant="default" onClick={() => changeDraft({ withRelay: false })}>
            {text('connect.relaySkip')}
          </Button>
        </div>
      )}
    </>
  );
}
