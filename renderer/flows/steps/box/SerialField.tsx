import { IconScan } from '@tabler/icons-react';
import { type Ref, useId } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { CameraButton } from '../../../scanning/camera/CameraButton.tsx';
import { Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './Box.module.css';

/** The serial in large monospaced type. The typed text is not reformatted. */
export function SerialField({
  ref,
  value,
  onChange,
  error,
  hint,
  needed,
}: {
  readonly ref: Ref<HTMLInputElement>;
  readonly value: string;
  readonly onChange: (serial: string) => void;
  readonly error: string | null;
  readonly hint: string;
  /** The Box that the job needs, where that is known. */
  readonly needed: { readonly says: string; readonly sap: string | null } | null;
}) {
  const text = useText();
  const field = useId();
  const says = useId();
  return (
    <div>
      <Row gap="3" align="center" className={classes['frame']} data-error={error !== null || undefined}>
        <IconScan data-tone="accent" size={40} stroke={1.6} aria-hidden />
        <Stack grow narrow>
          <Text as="label" htmlFor={field} size="small" quiet>
            {text('flow.box.serial')}
          </Text>
          <input
            ref={ref}
            id={field}
            className={classes['input']}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            aria-describedby={says}
            aria-invalid={error !== null}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20_000}
          />
        </Stack>
        <CameraButton />
        {needed !== null && (
          <Stack as="span" align="end" fixed className={classes['needed']}>
            <Text line="body" weight="bold">
              {needed.says}
            </Text>
            {needed.sap !== null && (
              <Text size="small" quiet mono>
                {needed.sap}
              </Text>
            )}
          </Stack>
        )}
      </Row>
      <Text
        as="p"
        id={says}
        above="1"
        size="small"
        quiet
        className={classes['says']}
        data-error={error !== null || undefined}
        role="status"
      >
        {error ?? hint}
      </Text>
    </div>
  );
}
