import type { Assumptions } from '../../../shared/operator/assumptions.ts';
import * as assignments from '../../../electron/operator/endpoints/assignments.ts';
import * as cars from '../../../electron/operator/endpoints/cars.ts';
import * as events from '../../../electron/operator/endpoints/cars.ts';
import * as customers from '../../../electron/operator/endpoints/groups-and-users.ts';
import * as users from '../../../electron/operator/endpoints/groups-and-users.ts';
import * as groups from '../../../electron/operator/endpoints/groups-and-users.ts';
import * as installations from '../../../electron/operator/endpoints/products.ts';
import * as pairings from '../../../electron/operator/endpoints/products.ts';
import * as products from '../../../electron/operator/endpoints/products.ts';
import * as services from '../../../electron/operator/endpoints/products.ts';
import * as keys from '../../../electron/operator/endpoints/products.ts';
import type { OperatorRequest } from '../../../electron/operator/request.ts';
import { assignmentId, carId, eventId, groupId, productId, serviceId, userId } from '../../../shared/ids.ts';
import type { Stage } from './stage.ts';

type Made = Stage['make'];
/** Sets the stage at the operator and builds the request; null where the profile does not offer it. */
type Build = (make: Made, assumptions: Assumptions) => OperatorRequest<unknown> | null;

/** One operation: a request that succeeds, and requests the operator itself refuses with a status. */
export interface ContractOperation {
  readonly operation: string;
  readonly good: Build;
  readonly refused: Readonly<Record<number, Build>>;
}

const operation = (
  name: string,
  good: Build,
  refused: Readonly<Record<number, Build>> = {},
): ContractOperation => ({
  operation: name,
  good,
  refused,
});

const start = Date.UTC(2026, 6, 23, 10);
const noCar = carId.parse(1);
const noUser = userId.parse(2);
const noGroup = groupId.parse(3);
const noProduct = productId.parse(4);
const noService = serviceId.parse(5);
const noAssignment = assignmentId.parse(6);
const noEvent = eventId.parse(7);

const access = (make: Made) => ({
  carId: make.car(),
  userId: make.user(),
  start,
  end: start + 600_000,
  lifetime: 600,
  renewableAfter: 300,
});
const opened = { type: 'CarOpened', at: start, utcOffsetMinutes: 120, userAgent: 'Boxwright' } as const;
const withBox = (make: Made) => {
  const car = make.car();
  return { carId: car, product: { productId: make.box(car).productId } };
};

/** Every operation of the client but the token request. */
export const operations: readonly ContractOperation[] = [
  operation('GET /customers', () => customers.listCustomers()),

  operation('PUT /cars', () => cars.createCar({ name: 'Van', vin: null, licensePlate: 'M BX 1' })),
  operation('GET /cars', () => cars.listCars({ top: 5 })),
  operation('GET /cars/{carId}', (make) => cars.readCar(make.car()), { 404: () => cars.readCar(noCar) }),
  operation('PATCH /cars/{carId}', (make) => cars.updateCar(make.car(), { name: 'Bus', vin: null }), {
    404: () => cars.updateCar(noCar, { name: 'Bus' }),
  }),
  operation('GET /cars/{carId}/assignments', (make) => cars.listCarAssignments(make.car()), {
    404: () => cars.listCarAssignments(noCar),
  }),
  operation('GET /cars/{carId}/products', (make, own) => cars.listCarProducts(withBox(make).carId, own), {
    404: (_make, own) => cars.listCarProducts(noCar, own),
  }),
  operation('GET /cars/{carId}/events', (make, own) => cars.listCarEvents(make.car(), { top: 5 }, own), {
    404: (_make, own) => cars.listCarEvents(noCar, { top: 5 }, own),
  }),

  operation('GET /users', () => users.listUsers({ top: 5 })),
  operation('GET /users/{userId}', (make) => users.readUser(make.user()), {
    404: () => users.readUser(noUser),
  }),
  operation('GET /users/{userId}/assignments', (make) => users.listUserAssignments(make.user()), {
    404: () => users.listUserAssignments(noUser),
  }),
  operation(
    'DELETE /users/assignments/customers',
    (make) => users.removeUserFromCustomer({ userId: make.user() }),
    {
      400: () => users.removeUserFromCustomer({ emailAddress: ' ' }),
      404: () => users.removeUserFromCustomer({ userId: noUser }),
    },
  ),

  operation('PUT /assignments', (make) => assignments.createAssignment(access(make))),
  operation('GET /assignments/{assignmentId}', (make) => assignments.readAssignment(make.assignment()), {
    404: () => assignments.readAssignment(noAssignment),
  }),
  operation(
    'PATCH /assignments/{assignmentId}',
    (make) => assignments.updateAssignment(make.assignment(), { end: null, lifetime: 60 }),
    { 404: () => assignments.updateAssignment(noAssignment, { end: null }) },
  ),
  operation('DELETE /assignments/{assignmentId}', (make) => assignments.deleteAssignment(make.assignment()), {
    404: () => assignments.deleteAssignment(noAssignment),
  }),

  operation(
    'PUT /installations',
    (make) =>
      installations.install({ carId: make.car(), product: { serialNumber: make.box().serialNumber } }),
    {
      400: (make) => installations.install({ carId: make.car(), product: { serialNumber: '' } }),
      404: (make) => installations.install({ carId: noCar, product: make.box() }),
      409: (make) => installations.install(withBox(make)),
    },
  ),
  operation('DELETE /installations', (make) => installations.uninstall(withBox(make)), {
    400: (make) => installations.uninstall({ carId: make.car(), product: { uniqueId: '' } }),
    404: (make) => installations.uninstall({ carId: make.car(), product: { productId: noProduct } }),
    409: (make) => installations.uninstall({ carId: make.car(), product: make.box() }),
  }),

  operation('PUT /groups', (make) => groups.createGroup({ name: `New group ${make.car()}` }), {
    400: () => groups.createGroup({ name: ' ' }),
    409: (make) => groups.createGroup({ name: `Group ${make.group()}` }),
  }),
  operation('PATCH /groups/{groupId}', (make) => groups.renameGroup(make.group(), `Renamed ${make.car()}`), {
    400: (make) => groups.renameGroup(make.group(), ' '),
    404: () => groups.renameGroup(noGroup, 'Renamed'),
  }),
  operation('GET /groups', (_make, own) => groups.listGroups({ top: 5 }, own)),
  operation('DELETE /groups/{groupId}', (make, own) => groups.deleteGroup(make.group(), own), {
    404: (_make, own) => groups.deleteGroup(noGroup, own),
  }),
  operation('PUT /groups/{groupId}/cars', (make) => groups.addCarToGroup(make.group(), make.car()), {
    404: (make) => groups.addCarToGroup(make.group(), noCar),
    409: (make) => {
      const car = make.car();
      return groups.addCarToGroup(make.group({ cars: [car] }), car);
    },
  }),
  operation('PUT /groups/{groupId}/users', (make) => groups.addUserToGroup(make.group(), make.user()), {
    404: (make) => groups.addUserToGroup(noGroup, make.user()),
    409: (make) => {
      const user = make.user();
      return groups.addUserToGroup(make.group({ users: [user] }), user);
    },
  }),
  operation(
    'PUT /groups/{groupId}/products',
    (make, own) => groups.addProductToGroup(make.group(), make.box().productId, own),
    {
      404: (make, own) => groups.addProductToGroup(make.group(), noProduct, own),
      409: (make, own) => {
        const { productId: id } = make.box();
        return groups.addProductToGroup(make.group({ products: [id] }), id, own);
      },
    },
  ),
  operation('GET /groups/{groupId}/cars', (make) => groups.listGroupCars(make.group()), {
    404: () => groups.listGroupCars(noGroup),
  }),
  operation('GET /groups/{groupId}/users', (make, own) => groups.listGroupUsers(make.group(), {}, own), {
    404: (_make, own) => groups.listGroupUsers(noGroup, {}, own),
  }),
  operation('GET /groups/{groupId}/products', (make) => groups.listGroupProducts(make.group()), {
    404: () => groups.listGroupProducts(noGroup),
  }),
  operation(
    'GET /groups/{groupId}/services',
    (make, own) => groups.listGroupServices(make.group(), {}, own),
    {
      404: (_make, own) => groups.listGroupServices(noGroup, {}, own),
    },
  ),
  operation(
    'DELETE /groups/{groupId}/cars/{carId}',
    (make, own) => {
      const car = make.car();
      return groups.removeCarFromGroup(make.group({ cars: [car] }), car, own);
    },
    { 404: (make, own) => groups.removeCarFromGroup(make.group(), make.car(), own) },
  ),
  operation(
    'DELETE /groups/{groupId}/users/{userId}',
    (make, own) => {
      const user = make.user();
      return groups.removeUserFromGroup(make.group({ users: [user] }), user, own);
    },
    { 404: (make, own) => groups.removeUserFromGroup(make.group(), make.user(), own) },
  ),
  operation(
    'DELETE /groups/{groupId}/products/{productId}',
    (make, own) => {
      const { productId: id } = make.box();
      return groups.removeProductFromGroup(make.group({ products: [id] }), id, own);
    },
    { 404: (make, own) => groups.removeProductFromGroup(make.group(), make.box().productId, own) },
  ),
  operation(
    'DELETE /groups/{groupId}/services/{serviceId}',
    (make) => {
      const { serviceId: id } = make.box();
      return groups.removeServiceFromGroup(make.group({ services: [id] }), id);
    },
    { 404: (make) => groups.removeServiceFromGroup(make.group(), make.box().serviceId) },
  ),

  operation('GET /services', (_make, own) => services.listServices({ top: 5 }, own)),
  operation('GET /services/{serviceId}', (make) => services.readService(make.box().serviceId), {
    404: () => services.readService(noService),
  }),
  operation(
    'GET /services/{serviceId}/products',
    (make) => services.readServiceProduct(make.box().serviceId),
    {
      404: () => services.readServiceProduct(noService),
    },
  ),
  operation('GET /products', (_make, own) => products.listProducts({ top: 5 }, own)),
  operation('GET /products/{productId}', (make, own) => products.readProduct(make.box().productId, own), {
    404: (_make, own) => products.readProduct(noProduct, own),
  }),
  operation(
    'GET /products/{productId}/services',
    (make, own) => products.readProductService(make.box().productId, own),
    { 404: (make, own) => products.readProductService(make.box(null, false).productId, own) },
  ),
  operation(
    'PUT /pairings',
    (make, own) => {
      const { serviceId: id } = make.box(null, false);
      return pairings.pair({ serviceId: id, product: make.box(null, false) }, own);
    },
    {
      404: (make, own) => pairings.pair({ serviceId: noService, product: make.box() }, own),
      409: (make, own) => pairings.pair({ serviceId: make.box().serviceId, product: make.box() }, own),
    },
  ),
  operation(
    'DELETE /pairings',
    (make, own) => {
      const { serviceId: id, productId: product } = make.box();
      return pairings.unpair({ serviceId: id, product: { productId: product } }, own);
    },
    { 409: (make, own) => pairings.unpair({ serviceId: make.box().serviceId, product: make.box() }, own) },
  ),

  operation('GET /brands', (_make, own) => keys.listBrands(own)),
  operation('GET /brands/{brand}/keys', () => keys.listKeys('Citroën', { top: 5 }), {
    400: () => keys.listKeys('<none>'),
    404: () => keys.listKeys('Nobody'),
  }),

  operation(
    'PUT /events',
    (make) => events.createEvent({ carId: make.car(), userId: make.user(), ...opened }),
    {
      404: (make) => events.createEvent({ carId: noCar, userId: make.user(), ...opened }),
    },
  ),
  operation('GET /events/{eventId}', (make, own) => events.readEvent(make.event(), own), {
    404: (_make, own) => events.readEvent(noEvent, own),
  }),
];
