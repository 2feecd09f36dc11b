import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useShortcuts } from '../navigation/use-shortcuts.ts';
import { KeyHint } from './KeyHint.tsx';
import { Row, Text } from './layout.tsx';
import classes from './PrimaryAction.module.css';

/**
 * The one primary button of a page, always at the bottom right of the middle column (PageLayout's `action`). Beside it
 * are a secondary button at the left and a quiet sentence.
 */
export function PrimaryAction({
  label,
  onAct,
  busy = false,
  disabled = false,
  hint,
  back,
  hotkey,
  submit = false,
  form,
  takesFocus = false,
}: {
  readonly label: string;
  readonly onAct?: () => void;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** A quiet sentence at the left of the button: the effect of a tap, or the missing input. */
  readonly hint?: ReactNode;
  /** Usually a default Button "Back". */
  readonly back?: ReactNode;
  /**
   * A shortcut with the same effect on the whole page outside of fields, in the format of `useShortcuts`: 'mod+Enter',
   * 'N'.
   */
  readonly hotkey?: string;
  /**
   * The button submits a form, so that Enter in the form's fields works. With a button outside of the form, the form's
   * id is needed.
   */
  readonly submit?: boolean;
  readonly form?: string;
  /** The button takes the focus when it appears: for pages whose main control it is. */
  readonly takesFocus?: boolean;
}) {
  const ready = !busy && !disabled;
  const enterActs = useEnterActs(form);
  useShortcuts(hotkey === undefined || !ready ? [] : [[hotkey, () => onAct?.()]]);
  return (
    <Row gap="2" align="center" className={classes['bar']}>
      <div className={classes['back']}>{back}</div>
      <Text as="div" grow size="small" quiet className={classes['hint']}>
        {hint}
      </Text>
      <Button
        // Another label remounts the button alone, so that it takes the focus again. An open question beside it keeps
        // its state.
        key={takesFocus ? label : 'act'}
        className={classes['act'] ?? ''}
        size="lg"
        type={submit ? 'submit' : 'button'}
        {...(form === undefined ? {} : { form })}
        autoFocus={takesFocus}
        loading={busy}
        disabled={disabled}
        onClick={submit ? undefined : onAct}
        rightSection={
          hotkey !== undefined || submit ? (
            <KeyHint keys={hotkey ?? 'Enter'} onAccent={ready} idle={hotkey === undefined && !enterActs} />
          ) : undefined
        }
      >
        {label}
      </Button>
    </Row>
  );
}

/**
 * Whether Enter submits the form now. Enter does so in its fields and on its button, but not on a heading or another
 * button. Without `form`: the form that has the focus.
 */
function useEnterActs(form: string | undefined): boolean {
  const [acts, setActs] = useState(false);
  useEffect(() => {
    const update = () => setActs(submits(document.activeElement, form));
    update();
    document.addEventListener('focusin', update);
    document.addEventListener('focusout', update);
    return () => {
      document.removeEventListener('focusin', update);
      document.removeEventListener('focusout', update);
    };
  }, [form]);
  return acts;
}

function submits(focused: Element | null, form: string | undefined): boolean {
  const field = focused instanceof HTMLInputElement;
  const button = focused instanceof HTMLButtonElement && focused.type === 'submit';
  if (!field && !button) return false;
  return form === undefined ? focused.form !== null : focused.form?.id === form;
}
