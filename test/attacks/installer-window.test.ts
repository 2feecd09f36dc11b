import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { CallInput, CallName } from '../../shared/ipc/contract.ts';
import { seenOf } from '../../shared/domain/operation-commands.ts';
import {
  assignmentId,
  carId,
  customerId,
  groupId,
  logEntryId,
  type OperationId,
  userId,
  checklistName,
} from '../../shared/ids.ts';
import { connection, type Core, operatorWith, startCore } from '../integration/profiles/core.ts';
import { tokenFor } from '../integration/relay/running-relay.ts';
import { notable } from '../operator/seed/notable.ts';
import { codeOf, customer, laptop } from './laptop-of-role.ts';

/* A page that an attacker runs in the window, or an installer with the developer tools, asks main for what the window does not show. */

type Attempt = (call: Core['call']) => Promise<unknown>;
const attempt =
  <Name extends CallName>(name: Name, input: CallInput<Name>): Attempt =>
  (call) =>
    call(name, input);

const access = { carId: carId.parse(1), userId: userId.parse(1) };
const one = groupId.parse(1);
const job = '0190a000-0000-7000-8000-000000000001';
const attempts: Readonly<Record<string, Attempt>> = {
  'give a user access to any car': attempt('edits.createAssignment', {
    ...access,
    start: 1,
    end: null,
    lifetime: null,
    renewableAfter: null,
  }),
  'lengthen an access': attempt('edits.changeAssignment', {
    ...access,
    assignmentId: assignmentId.parse(1),
    end: null,
  }),
  'end a colleague’s access': attempt('edits.endAssignment', {
    ...access,
    assignmentId: assignmentId.parse(1),
  }),
  'give a user the cars of a group': attempt('edits.addUserToGroup', { groupId: one, userId: access.userId }),
  'delete a group': attempt('edits.deleteGroup', { groupId: one }),
  'remove a user': attempt('edits.removeUserFromCustomer', { userId: access.userId }),
  'remove a user by address': attempt('edits.removeUserByAddress', { emailAddress: 'a@example.com' }),
  'look for personal data': attempt('removal.look', { subject: 'person', words: 'Example' }),
  'erase at once what another laptop ordered': attempt('removal.decide', {
    id: logEntryId.parse(job),
    decision: 'now',
  }),
  'discard a checklist': attempt('checklists.remove', { id: checklistName.parse('van') }),
  'disconnect the laptop': attempt('connect.disconnect', {}),
  'show a demonstration in which everything is allowed': attempt('connect.startDemo', {}),
  'stop newer versions': attempt('updates.changeFeed', { feed: null }),
  'set an administrator PIN': attempt('roles.changePin', { pin: '2580', oldPin: null }),
};

describe('an installer’s window', () => {
  it('main refuses calls above the installer role without effect', async () => {
    const { core, operator } = await laptop('installer');
    const before = operator.journal.entries.filter(({ method }) => method !== 'GET').length;
    for (const [what, ask] of Object.entries(attempts))
      expect(`${what}: ${await codeOf(ask(core.call))}`).toMatch(/: role-(supervisor|administrator)-needed$/);
    const status = await core.call('app.status', {});
    expect(status.access.role).toBe('installer');
    expect(status.profile?.customerName).toBe(customer.name);
    expect(status.queue.unfinished).toBe(0);
    expect((await core.call('edits.drafts', {})).drafts).toEqual([]);
    expect(readdirSync(core.dataDir)).not.toContain('administrator-pin.json');
    expect(operator.journal.entries.filter(({ method }) => method !== 'GET')).toHaveLength(before);
  });

  it('leaves its role by no other connection, and takes another token of the same one', async () => {
    const { core, saved, relay } = await laptop('installer');
    const other = { id: customerId.parse(4712), name: 'Other' };
    for (const way of [
      { ...saved, relay: null },
      { ...saved, customer: other },
      { ...saved, relay: { ...saved.relay, relayUrl: 'https://relay.attacker.example' } },
      { ...saved, address: { ...saved.address, environment: 'prod' as const } },
    ])
      expect(await codeOf(core.call('connect.save', way))).toBe('role-supervisor-needed');
    const { token } = await tokenFor(relay, [notable.customerId], 'installer', 'Bay 3 again');
    const exchanged = { ...saved, relay: { ...saved.relay, relayToken: token } };
    expect(await codeOf(core.call('connect.save', exchanged))).toBe('answered');
    expect((await core.call('app.status', {})).access.role).toBe('installer');
  });

  it('stays an installer’s after a restart without its secrets, and with a damaged record of roles', async () => {
    const { core, saved } = await laptop('installer');
    writeFileSync(join(core.dataDir, 'roles.json'), '{"roles": "all"');
    await core.secrets.removeAll();
    await core.close();
    const again = await startCore({ dataDir: core.dataDir, secrets: core.secrets });
    const status = await again.call('app.status', {});
    expect(status.profile).toBeNull();
    expect(status.access.role).toBe('installer');
    expect(await codeOf(again.call('connect.save', { ...saved, relay: null }))).toBe(
      'role-supervisor-needed',
    );
    expect(await codeOf(again.call('connect.startDemo', {}))).toBe('role-supervisor-needed');
  });
});

describe('a laptop whose start fails before its connection is known', () => {
  it('cannot become an administrator’s, and sets no PIN that would raise its window later', async () => {
    const { core } = await laptop('installer');
    await core.close();
    const failed = await startCore({ dataDir: core.dataDir, env: { BOXWRIGHT_ENVIRONMENT: 'uat' } });
    const status = await failed.call('app.status', {});
    expect(status.startFailure).not.toBeNull();
    expect(status.access.role).toBe('installer');
    expect(await codeOf(failed.call('roles.changePin', { pin: '2580', oldPin: null }))).toBe(
      'role-administrator-needed',
    );
    await failed.close();
    const again = await startCore({ dataDir: core.dataDir, secrets: core.secrets });
    expect((await again.call('app.status', {})).access).toMatchObject({ role: 'installer', pin: 'none' });
  });

  it('takes no connection from an installer: one without a relay would make the window an administrator’s', async () => {
    const { core, saved } = await laptop('installer');
    await core.close();
    const failed = await startCore({ dataDir: core.dataDir, env: { BOXWRIGHT_ENVIRONMENT: 'uat' } });
    for (const way of [saved, { ...saved, relay: null }])
      expect(await codeOf(failed.call('connect.save', way))).toBe('role-supervisor-needed');
    expect((await failed.call('app.status', {})).access.role).toBe('installer');
    await failed.close();
    const again = await startCore({ dataDir: core.dataDir, secrets: core.secrets });
    expect((await again.call('app.status', {})).access.role).toBe('installer');
  });

  it('takes a connection from its administrator', async () => {
    const operator = await operatorWith({});
    const core = await startCore();
    const saved = { ...connection(operator), customer, relay: null };
    await core.call('connect.save', saved);
    await core.call('roles.changePin', { pin: '2580', oldPin: null });
    await core.close();
    const failed = await startCore({ dataDir: core.dataDir, env: { BOXWRIGHT_ENVIRONMENT: 'uat' } });
    expect(await codeOf(failed.call('connect.save', saved))).toBe('role-supervisor-needed');
    await failed.call('roles.raise', { pin: '2580' });
    expect(await codeOf(failed.call('connect.save', saved))).toBe('answered');
  });
});

describe('a supervisor’s window', () => {
  it('allows what needs no higher role, also offline', async () => {
    const { core, relay } = await laptop('supervisor');
    await relay.stop();
    await core.close();
    const again = await startCore({ dataDir: core.dataDir, secrets: core.secrets });
    expect((await again.call('app.status', {})).access).toMatchObject({
      role: 'supervisor',
      startsAtBoard: true,
    });
    expect(await codeOf(again.call('edits.deleteGroup', { groupId: one }))).not.toMatch(/^role-/);
    expect(await codeOf(again.call('roles.changePin', { pin: '2580', oldPin: null }))).toBe(
      'role-administrator-needed',
    );
    expect(await codeOf(again.call('connect.disconnect', {}))).toBe('answered');
  });

  it('is an installer’s from the answer on with which the relay refuses its token', async () => {
    const { core, relay, tokenId, askRole } = await laptop('supervisor');
    expect((await core.call('app.status', {})).access.role).toBe('supervisor');
    expect(await relay.store.revokeToken(tokenId, Date.now())).toBe(true);
    await askRole();
    expect((await core.call('app.status', {})).access).toMatchObject({
      role: 'installer',
      startsAtBoard: false,
    });
    expect(await codeOf(core.call('connect.disconnect', {}))).toBe('role-supervisor-needed');
    expect(readFileSync(join(core.dataDir, 'roles.json'), 'utf8')).not.toContain('supervisor');
  });
});

describe('a workshop without a relay', () => {
  it('may do everything until an administrator PIN is set; then the PIN opens it for a while', async () => {
    const operator = await operatorWith({});
    const core = await startCore();
    await core.call('connect.save', { ...connection(operator), customer, relay: null });
    const access = async () => (await core.call('app.status', {})).access;
    expect(await access()).toMatchObject({ role: 'administrator', pin: 'none', refused: [] });
    await core.call('roles.changePin', { pin: '2580', oldPin: null });
    await core.call('roles.endRaise', {});
    expect(await access()).toMatchObject({ role: 'installer', pin: 'set' });
    expect(await codeOf(core.call('connect.disconnect', {}))).toBe('role-supervisor-needed');
    expect(await codeOf(core.call('roles.raise', { pin: '0000' }))).toBe('administrator-pin-wrong');
    expect(await codeOf(core.call('roles.removePinByLogin', { password: 'guessed' }))).toBe(
      'lock-login-wrong',
    );
    await core.call('roles.raise', { pin: '2580' });
    expect(await access()).toMatchObject({ role: 'administrator', pin: 'raised' });
    expect(await codeOf(core.call('connect.disconnect', {}))).toBe('answered');
  });
});

describe('an operation that a supervisor ordered', () => {
  /** A laptop whose administrator has asked for an access, which has not left, and has gone away. */
  async function leftBehind() {
    const operator = await operatorWith({});
    const core = await startCore();
    await core.call('connect.save', { ...connection(operator), customer, relay: null });
    await core.call('roles.changePin', { pin: '2580', oldPin: null });
    await vi.waitFor(async () => {
      const { sync } = await core.call('app.status', {});
      expect(sync.state).toBe('complete');
    });
    await operator.stop();
    const until = Date.now() + 3_600_000;
    const asked = {
      access: await core.call('edits.createAssignment', {
        carId: carId.parse(20_001),
        userId: userId.parse(notable.testUserId),
        start: until - 1000,
        end: until,
        lifetime: null,
        renewableAfter: null,
      }),
      name: await core.call('edits.renameGroup', {
        groupId: groupId.parse([...operator.state.groups.keys()][0]),
        name: 'North',
      }),
      car: await core.call('edits.createCar', {
        car: { name: 'Van 12', licensePlate: 'M XY 7', vin: '', brand: '', model: '' },
        description: '',
      }),
    };
    await core.call('roles.endRaise', {});
    const seenNow = async (id: (typeof asked)['car']['id']) => {
      const { operation } = await core.call('queue.detail', { operationId: id });
      return seenOf(operation);
    };
    const correct = async (
      { id }: Pick<(typeof asked)['car'], 'id'>,
      values: CallInput<'queue.correct'>['values'],
    ) =>
      codeOf(
        core.call('queue.correct', {
          operationId: id,
          seen: await seenNow(id),
          values,
          reason: 'For the test',
        }),
      );
    return { core, asked, correct, until, seenNow };
  }

  it('is lengthened, or given another name, by no installer who corrects it in the queue', async () => {
    const { core, asked, correct, until } = await leftBehind();
    expect(await correct(asked.access, { end: null })).toBe('role-supervisor-needed');
    expect(await correct(asked.access, { start: until - 2000 })).toBe('role-supervisor-needed');
    expect(await correct(asked.name, { groupName: 'Other' })).toBe('role-lead-needed');
    expect(await correct(asked.car, { licensePlate: 'M XY 8' })).toBe('answered');
    await core.call('roles.raise', { pin: '2580' });
    expect(await correct(asked.access, { end: null })).toBe('answered');
    expect(await correct(asked.name, { groupName: 'Other' })).toBe('answered');
  });

  it('is given up, held back, released, settled or acknowledged by no installer, and those of an installer are', async () => {
    const { core, asked, seenNow } = await leftBehind();
    const give = async (
      id: OperationId,
      command: 'retry' | 'hold' | 'release' | 'cancel' | 'decide' | 'acknowledge',
    ) => {
      const about = { operationId: id, seen: await seenNow(id) };
      switch (command) {
        case 'cancel':
          return codeOf(core.call('queue.cancel', { ...about, dependants: null }));
        case 'decide':
          return codeOf(core.call('queue.decide', { ...about, wasDone: true, adopt: null }));
        case 'acknowledge':
          return codeOf(core.call('queue.acknowledge', { ...about, incidents: 1 }));
        default:
          return codeOf(core.call(`queue.${command}`, about));
      }
    };
    for (const command of ['retry', 'hold', 'release', 'cancel', 'decide', 'acknowledge'] as const) {
      expect(await give(asked.access.id, command)).toBe('role-supervisor-needed');
      expect(await give(asked.name.id, command)).toBe('role-lead-needed');
    }
    expect(await give(asked.car.id, 'cancel')).toBe('answered');
    await core.call('roles.raise', { pin: '2580' });
    expect(await give(asked.access.id, 'hold')).toBe('answered');
    await core.call('roles.endRaise', {});
    expect(await give(asked.access.id, 'release')).toBe('role-supervisor-needed');
    // A held operation is sent again by the same command as a blocked one.
    expect(await give(asked.access.id, 'retry')).toBe('role-supervisor-needed');
  });
});
