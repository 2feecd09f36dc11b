import { expect, type Page } from '@playwright/test';
import type { DirectorySection } from '../../../renderer/navigation/route.ts';
import { press } from '../../e2e/fixture/connect.ts';
import { furnish } from '../../e2e/fixture/leaving.ts';
import { dialog, expectRefused, findAndOpen, openPart, theOne } from '../../e2e/fixture/directory.ts';
import { HOUR } from '../../../shared/time.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Place, Scene, Stage } from '../scene.ts';

const { inAnotherCar: plate } = notable.plates;

/** A dialog: the one before it is left, this one is opened and made to say what is wrong. */
const asked = (name: string, section: DirectorySection, ask: (page: Page) => Promise<void>): Place => ({
  name: `directory-${name}`,
  at: `directory/${section}`,
  go: async ({ page }) => {
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await ask(page);
    await expect(dialog(page)).toBeVisible();
  },
});

const lists: readonly Place[] = [
  {
    name: 'directory-cars',
    at: 'directory/cars',
    go: async ({ page }) => openPart(page, 'Cars'),
  },
  {
    name: 'directory-cars-none',
    at: 'directory/cars',
    go: async ({ page }) => {
      await page.getByRole('searchbox').fill('unknown words');
      await expect(page.getByText('Nothing matches')).toBeVisible();
    },
  },
  {
    name: 'directory-car-loading',
    at: 'directory/cars',
    go: async ({ page, workshop: { operator } }) => {
      operator.faults.add({ path: '/cars/**', count: 'all', effect: { kind: 'hold' } });
      await findAndOpen(page, plate, plate);
    },
  },
  {
    name: 'directory-car',
    at: 'directory/cars',
    go: async ({ page, workshop: { operator } }) => {
      operator.faults.clear();
      await expect(
        page.getByRole('button', { name: `Remove from the car: ${notable.boxes.installed}` }),
      ).toBeVisible();
    },
  },
  {
    name: 'directory-user',
    at: 'directory/users',
    go: async ({ page }) => {
      await openPart(page, 'Users');
      await findAndOpen(page, 'bay 3', 'Bay 3 Tester');
    },
  },
  {
    name: 'directory-group',
    at: 'directory/groups',
    go: async ({ page }) => {
      await openPart(page, 'Groups');
      await findAndOpen(page, 'depot', 'Depot Cologne');
      await expect(page.getByRole('list', { name: 'Cars in this group' })).toBeVisible();
    },
  },
  {
    name: 'directory-box',
    at: 'directory/products',
    go: async ({ page }) => {
      await openPart(page, 'Boxes and products');
      await findAndOpen(page, notable.boxes.installed, notable.boxes.installed);
    },
  },
  {
    name: 'directory-services',
    at: 'directory/services',
    go: async ({ page }) => openPart(page, 'Services'),
  },
  {
    name: 'directory-assignments',
    at: 'directory/assignments',
    go: async ({ page, workshop: { operator } }) => {
      await openPart(page, 'Accesses');
      const least = Math.min(...operator.state.assignments.keys());
      const { carId } = theOne(operator.state.assignments, ({ id }) => id === least);
      const held = operator.state.cars.get(carId)?.licensePlate ?? '';
      await findAndOpen(page, held, held);
    },
  },
  {
    name: 'directory-keys',
    at: 'directory/keys',
    go: async ({ page }) => {
      await openPart(page, 'Key catalogue');
      await findAndOpen(page, 'ford', 'Keys of Ford', 'Ford');
      await expect(page.getByRole('img').first()).toBeVisible();
    },
  },
  {
    name: 'directory-keys-unlisted',
    at: 'directory/keys',
    go: async ({ page }) => {
      await openPart(page, 'Key catalogue');
      await page.getByRole('searchbox').fill('Unheard of');
      await expect(page.getByRole('button', { name: 'Ask the operator' })).toBeVisible();
    },
  },
  {
    name: 'directory-keys-nowhere',
    at: 'directory/keys',
    go: async ({ page }) => {
      await press(page, 'Ask the operator');
      await expect(page.getByText('The operator has no keys of Unheard of either')).toBeVisible();
    },
  },
  {
    name: 'directory-customers',
    at: 'directory/customers',
    go: async ({ page }) => {
      await openPart(page, 'Customers');
      await expect(page.getByText('Fleet South')).toBeVisible();
    },
  },
];

const dialogs: readonly Place[] = [
  asked('new-car', 'cars', async (page) => {
    await press(page, 'New car');
    await dialog(page).getByLabel('Licence plate').fill('M BX 1077');
    await expect(dialog(page).getByText('A car with this plate is already there')).toBeVisible();
  }),
  asked('edit-car', 'cars', async (page) => {
    await findAndOpen(page, plate, plate);
    await press(page, 'Edit');
    await expectRefused(page, 'Save changes', 'Nothing has been changed yet.');
  }),
  asked('add-to-group', 'cars', async (page) => {
    await press(page, 'Add to a group');
    await expectRefused(page, 'Add to this group', 'Please choose a group.');
  }),
  asked('install', 'cars', async (page) => {
    await press(page, 'Install a Box');
    await expectRefused(page, 'Install this Box', 'Please give the serial number.');
  }),
  asked('record-event', 'cars', async (page) => {
    await press(page, 'Record an event');
    await expectRefused(page, 'Record it', 'Please choose a user.');
  }),
  asked('give-access', 'cars', async (page) => {
    await press(page, 'Give access');
    await dialog(page).getByText('At a set time', { exact: true }).click();
    await expectRefused(page, 'Give access', 'Please choose a user.');
    await dialog(page).getByRole('button', { name: 'Without a connection' }).click();
    await expect(dialog(page).getByLabel('Valid for (hours)')).toBeInViewport();
  }),
  {
    name: 'directory-give-access-calendar',
    at: 'directory/cars',
    go: async ({ page }) => {
      await dialog(page).getByRole('button', { name: 'Calendar' }).first().click();
      // On the last day of a month the calendar opens at the next one, without today.
      const chosen = dialog(page).locator('[data-selected]');
      await expect(chosen).toBeVisible();
      await chosen.scrollIntoViewIfNeeded();
    },
  },
  asked('remove-box', 'cars', async (page) => {
    await press(page, `Remove from the car: ${notable.boxes.installed}`);
    await expect(dialog(page).getByText(/go(es)? with it|would go with it/)).toBeVisible();
  }),
  asked('event', 'cars', async (page) => {
    await page
      .getByRole('button', { name: /^Open: / })
      .first()
      .click();
  }),
  asked('change-access', 'cars', async (page) => {
    await page
      .getByRole('button', { name: /^Change: / })
      .first()
      .click();
    await expectRefused(page, 'Save the change', 'Nothing has been changed yet.');
  }),
  asked('end-access', 'cars', async (page) => {
    await page
      .getByRole('button', { name: /^End now: / })
      .first()
      .click();
  }),
  asked('remove-user', 'users', async (page) => {
    await openPart(page, 'Users');
    await findAndOpen(page, 'bay 3', 'Bay 3 Tester');
    await press(page, 'Remove from this customer');
  }),
  asked('remove-by-address', 'users', async (page) => {
    await openPart(page, 'Users');
    await press(page, 'Remove by e-mail address');
    await expectRefused(page, 'Remove the user', 'Please type an e-mail address.');
  }),
  asked('new-group', 'groups', async (page) => {
    await openPart(page, 'Groups');
    await press(page, 'New group');
    await dialog(page).getByLabel('Name').fill(notable.emptyGroup);
    await expect(dialog(page).getByText('A group of this name is already there.')).toBeVisible();
  }),
  asked('take-service-out', 'groups', async (page) => {
    await findAndOpen(page, 'depot', 'Depot Cologne');
    await page
      .getByRole('button', { name: /^Take out of the group: / })
      .first()
      .click();
  }),
  asked('delete-group', 'groups', async (page) => {
    await press(page, 'Delete');
  }),
];

const productDialogs: readonly Place[] = [
  asked('install-into', 'products', async (page) => {
    await openPart(page, 'Boxes and products');
    await findAndOpen(page, notable.boxes.free[0], notable.boxes.free[0]);
    await press(page, 'Install into a car');
    await expectRefused(page, 'Install into this car', 'Please choose a car.');
  }),
];

/** Last: with its list open it takes two keys to leave. */
const withOpenList: readonly Place[] = [
  asked('add-product', 'groups', async (page) => {
    await openPart(page, 'Groups');
    await findAndOpen(page, 'depot', 'Depot Cologne');
    await press(page, 'Add a product');
    await dialog(page).getByRole('combobox').fill('0012340');
    await expect(page.getByRole('option').first()).toBeVisible();
  }),
];

const offline: Place = {
  name: 'directory-car-offline',
  at: 'directory/cars',
  go: async ({ page, workshop }: Stage) => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await workshop.operator.stop();
    await openPart(page, 'Cars');
    await findAndOpen(page, notable.plates.withoutBox, notable.plates.withoutBox);
    await expect(page.getByText('The operator cannot be reached.').first()).toBeVisible();
  },
};

/** Every part of the Directory, closed and open, on its way, and cut off. */
export const directoryScene: Scene = { name: 'directory', role: 'supervisor', places: lists };

/** Every dialog of the Directory with what it says when something is wrong. */
export const directoryDialogsScene: Scene = {
  name: 'directory-dialogs',
  role: 'supervisor',
  isLong: true,
  // A field of the operator that the app does not know by itself.
  data: ['dateTime'],
  open: async ({ workshop }) => {
    const carId = furnish(workshop);
    const dateTime = new Date(Date.now() - HOUR).toISOString();
    workshop.operator.state.events.set(900_900, {
      id: 900_900,
      customerId: notable.customerId,
      carId,
      userId: notable.testUserId,
      type: 'CarOpened',
      dateTime,
      utcDateTime: dateTime,
      userAgent: 'Fleet app',
      latitude: 48.137,
      longitude: 11.575,
    });
    const { page } = await workshop.open();
    await openPart(page, 'Cars');
    return page;
  },
  places: [...dialogs, ...productDialogs, ...withOpenList, offline],
};

/** An operator that has nothing yet, and one that offers no list. */
export const bareDirectoryScene: Scene = {
  name: 'directory-bare',
  role: 'supervisor',
  isLong: true,
  open: async ({ workshop }) => {
    workshop.operator.state.groups.clear();
    workshop.operator.settings.notOffered = ['GET /services'];
    return (await workshop.open()).page;
  },
  places: [
    {
      name: 'directory-groups-empty',
      at: 'directory/groups',
      go: async ({ page }) => {
        await openPart(page, 'Groups');
        await expect(page.getByText('Nothing here yet')).toBeVisible();
      },
    },
    {
      name: 'directory-services-not-offered',
      at: 'directory/services',
      go: async ({ page }) => {
        await openPart(page, 'Services');
        await expect(page.getByText('This environment does not offer this list.')).toBeVisible();
      },
    },
  ],
};
