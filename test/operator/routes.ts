import { assumed, login, spec, withoutCustomer, type Route } from './http/route.ts';
import * as assignments from './resources/assignments.ts';
import * as cars from './resources/cars.ts';
import * as customers from './resources/customers.ts';
import * as events from './resources/events.ts';
import * as members from './resources/group-members.ts';
import * as groups from './resources/groups.ts';
import * as installations from './resources/installations.ts';
import * as keyfobs from './resources/keyfobs.ts';
import * as stock from './resources/products-and-services.ts';
import * as token from './resources/token.ts';
import * as users from './resources/users.ts';

/** Every operation the operator knows, one line each. `assumed` = the spec only names it. */
export const routes: readonly Route[] = [
  login('POST /oauth2/token', token.issueToken),
  withoutCustomer('GET /customers', 'list', customers.listCustomers),

  spec('PUT /cars', 'json', cars.createCar),
  spec('GET /cars', 'list', cars.listCars),
  spec('GET /cars/{carId}', 'single', cars.readCar),
  spec('PATCH /cars/{carId}', 'json-patch', cars.updateCar),
  spec('GET /cars/{carId}/assignments', 'list', cars.listCarAssignments),
  assumed('GET /cars/{carId}/products', 'list-not-shown', cars.listCarProducts),
  assumed('GET /cars/{carId}/events', 'list-not-shown', cars.listCarEvents),

  spec('GET /users', 'list', users.listUsers),
  spec('GET /users/{userId}', 'single', users.readUser),
  spec('GET /users/{userId}/assignments', 'list', users.listUserAssignments),
  spec('DELETE /users/assignments/customers', 'json', users.removeUserFromCustomer),

  spec('PUT /assignments', 'json', assignments.createAssignment),
  spec('GET /assignments/{assignmentId}', 'single', assignments.readAssignment),
  spec('PATCH /assignments/{assignmentId}', 'loose-patch', assignments.updateAssignment),
  spec('DELETE /assignments/{assignmentId}', 'bare', assignments.deleteAssignment),

  spec('PUT /installations', 'json', installations.install),
  spec('DELETE /installations', 'json', installations.uninstall),

  spec('PUT /groups', 'json', groups.createGroup),
  spec('PATCH /groups/{groupId}', 'json-patch', groups.renameGroup),
  assumed('GET /groups', 'list-not-shown', groups.listGroups),
  assumed('DELETE /groups/{groupId}', 'bare', groups.deleteGroup),
  spec('PUT /groups/{groupId}/cars', 'json', members.addCar),
  spec('GET /groups/{groupId}/cars', 'list-not-shown', members.listGroupCars),
  assumed('DELETE /groups/{groupId}/cars/{carId}', 'bare', members.removeCar),
  spec('PUT /groups/{groupId}/users', 'json', members.addUser),
  assumed('GET /groups/{groupId}/users', 'list-not-shown', members.listGroupUsers),
  assumed('DELETE /groups/{groupId}/users/{userId}', 'bare', members.removeUser),
  spec('PUT /groups/{groupId}/products', 'json', members.addProduct),
  spec('GET /groups/{groupId}/products', 'list', members.listGroupProducts),
  assumed('DELETE /groups/{groupId}/products/{productId}', 'bare', members.removeProduct),
  assumed('GET /groups/{groupId}/services', 'list-not-shown', members.listGroupServices),
  spec('DELETE /groups/{groupId}/services/{serviceId}', 'bare', members.removeService),

  spec('GET /services/{serviceId}', 'strict-single', stock.readService),
  spec('GET /services/{serviceId}/products', 'strict-single', stock.readServiceProduct),
  assumed('GET /services', 'list-not-shown', stock.listServices),
  assumed('GET /products', 'list', stock.listProducts),
  assumed('GET /products/{productId}', 'single', stock.readProduct),
  assumed('GET /products/{productId}/services', 'single', stock.readProductService),
  assumed('PUT /pairings', 'json', stock.pair),
  assumed('DELETE /pairings', 'json', stock.unpair),

  withoutCustomer('GET /brands', 'list-not-shown', keyfobs.listBrands, 'assumed'),
  withoutCustomer('GET /brands/{brand}/keys', 'list', keyfobs.listKeys),

  spec('PUT /events', 'json', events.createEvent),
  assumed('GET /events/{eventId}', 'single', events.readEvent),
];

/** The operations an environment may lack, for `settings.notOffered`. */
export const assumedOperations: readonly string[] = routes
  .filter((route) => route.basis === 'assumed')
  .map((route) => route.operation);
