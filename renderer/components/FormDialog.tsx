import { Button, Modal } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { CustomerName } from './customers.tsx';
import type { Problem } from '../../shared/problem.ts';
import { useText } from '../i18n/use-text.ts';
import { ProblemNotice } from './ProblemNotice.tsx';
import { stay } from './dialog-call.ts';
import { Grid, Row, Stack, Text } from './layout.tsx';
import classes from './Dialog.module.css';

/** A form in a dialog: its fields, the problem of its call, and the buttons. */
export function FormDialog({
  title,
  opened = true,
  size = 520,
  says,
  act,
  cancel,
  danger = false,
  ready = true,
  calling,
  hint,
  status,
  ofLaptop = false,
  leavable = false,
  form,
  onSubmit,
  onCancel,
  onClose,
  children,
}: {
  readonly title: string;
  readonly opened?: boolean;
  /** The width in pixels. */
  readonly size?: number;
  /** An explanation above the fields. */
  readonly says?: ReactNode;
  /** The button that submits. */
  readonly act: string;
  /** Left out: "Cancel". */
  readonly cancel?: string | undefined;
  readonly danger?: boolean;
  /** False disables the act. */
  readonly ready?: boolean;
  /** The call behind the act. */
  readonly calling: { readonly busy: boolean; readonly problem: Problem | null };
  /** A quiet sentence beside the buttons. */
  readonly hint?: string;
  /** The status of the call: always visible above the buttons, however far a long form is scrolled. */
  readonly status?: ReactNode;
  /**
   * True if the dialog concerns the whole laptop, or names its customer itself. Otherwise a laptop with several
   * customers shows the name of the current one.
   */
  readonly ofLaptop?: boolean;
  /** True if the dialog may be closed while its call is under way, because another place shows the outcome. */
  readonly leavable?: boolean;
  /** The form element, for its focus or as a place for dropped files. */
  readonly form?: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly 'data-drop'?: string | undefined;
    /** Its text is kept as a draft, also when the page is loaded again. */
    readonly 'data-keeps-text'?: true | undefined;
  };
  readonly onSubmit: () => Promise<void>;
  /** Called by the Cancel button; without it, Cancel is the same as closing. */
  readonly onCancel?: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const text = useText();
  const held = calling.busy && !leavable;
  return (
    <Modal
      opened={opened}
      onClose={held ? stay : onClose}
      title={title}
      closeButtonProps={{ 'aria-label': text('common.close') }}
      size={size}
      classNames={{ body: classes['body'] ?? '' }}
    >
      <Stack
        as="form"
        {...form}
        noValidate
        gap="2"
        onSubmit={(event) => {
          event.preventDefault();
          // React bubbles events through portals, so the submit would reach the form that opened the dialog.
          event.stopPropagation();
          if (ready) void onSubmit();
        }}
      >
        {!ofLaptop && <CustomerName />}
        {says !== undefined && (
          <Text as="p" quiet>
            {says}
          </Text>
        )}
        {children}
        {calling.problem !== null && <ProblemNotice problem={calling.problem} />}
        <Grid gap="2" className={classes['foot']}>
          {status}
          <Row gap="1" align="center" className={classes['buttons']}>
            <Text grow size="caption" line="caption" quiet>
              {hint}
            </Text>
            <Button variant="default" disabled={held} onClick={onCancel ?? onClose}>
              {cancel ?? text('common.cancel')}
            </Button>
            <Button
              type="submit"
              variant={danger ? 'danger' : 'filled'}
              loading={calling.busy}
              disabled={!ready}
            >
              {act}
            </Button>
          </Row>
        </Grid>
      </Stack>
    </Modal>
  );
}
