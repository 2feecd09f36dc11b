import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ThemeProvider } from '../../renderer/app/App.tsx';
import { FormDialog } from '../../renderer/components/FormDialog.tsx';
import { createWindowTexts } from '../../renderer/i18n/i18n.ts';

let opened: { readonly root: Root; readonly element: HTMLElement } | null = null;
afterEach(() => {
  opened?.root.unmount();
  opened?.element.remove();
  opened = null;
});

/** A dialog within a form, as a step has it; the names of the forms that were submitted. */
async function openDialog(ready: boolean): Promise<readonly string[]> {
  const submitted: string[] = [];
  const element = document.createElement('div');
  document.body.append(element);
  opened = { root: createRoot(element), element };
  opened.root.render(
    <I18nextProvider i18n={await createWindowTexts('en')}>
      <ThemeProvider scheme="light">
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
        </form>
      </ThemeProvider>
    </I18nextProvider>,
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
