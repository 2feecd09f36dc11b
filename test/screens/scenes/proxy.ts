import { expect, type Page } from '@playwright/test';
import { connectValues, press, typeOperator } from '../../e2e/fixture/connect.ts';
import { section } from '../../e2e/fixture/drive.ts';
import { OPERATOR } from '../../integration/network/company.ts';
import { companyProxy } from '../../integration/network/company-proxy.ts';
import type { Hands, Place, Scene } from '../scene.ts';

async function open({ app, workshop }: Hands): Promise<Page> {
  const ends: (() => void | Promise<void>)[] = [];
  const proxy = await companyProxy({}, { login: 'bay3:right' }, (end) => ends.push(end));
  const { page } = await app.start({ BOXWRIGHT_PROXY: `PROXY 127.0.0.1:${proxy.port}` });
  page.once('close', () => {
    for (const end of ends) void end();
  });
  await typeOperator(page, { ...connectValues(workshop), address: `https://${OPERATOR}/v3` });
  return page;
}

const places: readonly Place[] = [
  {
    name: 'proxy-login-wanted',
    at: 'connect',
    go: async ({ page }) => {
      await press(page, 'Test');
      await expect(section(page, 'Tests')).toContainText('The company’s proxy asks for a login');
    },
  },
  {
    name: 'proxy-login',
    at: 'connect',
    go: async ({ page }) => {
      await press(page, 'Sign in to the proxy');
      await expect(page.getByRole('dialog').getByLabel('User name', { exact: true })).toBeFocused();
    },
  },
  {
    name: 'proxy-login-refused',
    at: 'connect',
    go: async ({ page }) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('User name', { exact: true }).fill('bay3');
      await dialog.getByLabel('Password', { exact: true }).fill('wrong');
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(dialog).toHaveCount(0);
      await press(page, 'Test');
      await expect(section(page, 'Tests')).toContainText('The company’s proxy asks for a login');
      await press(page, 'Sign in to the proxy');
      await expect(page.getByRole('dialog')).toContainText('did not accept');
    },
  },
];

/** A company's proxy that asks for a login, and refuses a wrong one. */
export const proxyScene: Scene = {
  name: 'proxy',
  isLong: true,
  open,
  places,
  data: [OPERATOR, 'bay3'],
};
