import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FormDialog } from '../../renderer/components/FormDialog.tsx';
import { showPart } from './page/open-window.tsx';

/** A dialog within a form, as a step has it; the names of the forms that were submitted. */
async function openDialog(ready: boolean): Promise<readonly string[]> {
  const submitted: string[] = [];
  await showPart(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted.push('behind');
      }}
    >
      <FormDialog
        title="Rename"
        act="Save"
        ready={ready}
        calling={{ busy: false, problem: null }}
        onSubmit={async () => void submitted.push('dialog')}
        onClose={() => submitted.push('closed')}
      >
        <input aria-label="Name" data-autofocus />
      </FormDialog>
    </form>,
  );
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
  return submitted;
}

test('the form of a dialog submits itself alone, by Enter and by its button', async () => {
  const submitted = await openDialog(true);
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(submitted).toEqual(['dialog', 'dialog']);
});

test('a form that is not ready submits nothing, and Cancel closes it', async () => {
  const submitted = await openDialog(false);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(submitted).toEqual(['closed']);
});
