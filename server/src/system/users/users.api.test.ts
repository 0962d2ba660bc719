import {
  allPermissions,
  isPermission,
  type Permission,
  roleTree,
  withNeeded,
} from '@aisle/contract/permissions';
import { authRoutes } from '@aisle/contract/system/auth/auth';
import { userRoutes } from '@aisle/contract/system/users/users';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addPerson,
  addPlainLocation,
  mailsTo,
  rightPassword,
  tokenIn,
} from '../../../test/people-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';

// Demo mode keeps the text of sent emails.
const shop = await openShop({ demo: true });
const admin = await shop.signIn();

let made = 0;
const newcomer = (more: object = {}) => {
  made += 1;
  return {
    firstName: 'Nora',
    lastName: `Newcomer ${made}`,
    email: `nora${made}@people.example`,
    userType: 'others' as const,
    ...more,
  };
};
const userPermissions: Permission[] = ['user_list', 'user_view', 'user_add', 'user_edit', 'user_delete'];
const assign = (by: Person, userId: string, userRole: string[]) =>
  by.call(userRoutes.assignRole, { body: { userId, userRole } });
const rolesOf = async (id: string) => (await admin.do(userRoutes.listRole, { params: { id } })).userRoles;

describe('adding, changing and deleting', () => {
  test('invites a new user by email, who then sets a password and signs in', async () => {
    const user = await admin.do(userRoutes.create, { body: newcomer({ email: 'Fresh@People.example' }) });
    expect(user).toMatchObject({
      email: 'fresh@people.example',
      status: true,
      hasPassword: false,
      version: 1,
    });

    const [invitation] = await mailsTo(shop, 'fresh@people.example');
    const token = tokenIn(invitation!.body);
    await shop.anonymous.do(authRoutes.resetPassword, { body: { password: rightPassword, token } });

    const body = { email: 'fresh@people.example', password: rightPassword };
    expect((await shop.anonymous.do(authRoutes.login, { body })).userRole).toEqual([]);
    const after = await admin.do(userRoutes.get, { query: { _id: user._id } });
    expect(after).toMatchObject({ hasPassword: true, version: 1, lastLoginAt: expect.any(String) });
  });

  test('resends an invitation up to five links an hour, then reports the limit', async () => {
    const { _id: id, email } = await admin.do(userRoutes.create, { body: newcomer() });
    const resend = () => admin.call(userRoutes.resendInvitation, { params: { id } });

    const answers = [await resend(), await resend(), await resend(), await resend(), await resend()];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    expect(answers[0]!.message).toBe(`Invitation sent to ${email}`);
    expect(answers[4]!.code).toBe('users.links-used-up');
    expect(await mailsTo(shop, email)).toHaveLength(5);
  });

  test('invites no active user with a password and no deactivated user', async () => {
    const { id: known } = await addPerson(shop);
    const { _id: off } = await admin.do(userRoutes.create, { body: newcomer({ status: false }) });
    const codeOf = async (id: string) => {
      const refused = await admin.call(userRoutes.resendInvitation, { params: { id } });
      return [refused.status, refused.code];
    };

    expect(await codeOf(known)).toEqual([409, 'users.not-invited']);
    expect(await codeOf(off)).toEqual([409, 'users.not-invited']);
  });

  test('accepts an invitation for seven days', async () => {
    const user = await admin.do(userRoutes.create, { body: newcomer() });

    const rows =
      await shop.sql`SELECT round(extract(epoch FROM expires_at - now()) / 8640)::int AS "tenthsOfDays"
      FROM password_tokens WHERE user_id = ${user._id}`;
    expect(rows).toEqual([{ tenthsOfDays: 70 }]);
  });

  test('rejects a repeated email in any case', async () => {
    await admin.do(userRoutes.create, { body: newcomer({ email: 'one@people.example' }) });

    const again = await admin.call(userRoutes.create, { body: newcomer({ email: 'ONE@people.example' }) });

    expect(again.status).toBe(409);
    expect(again.body.error?.fields).toEqual([{ path: 'email', message: 'This email is already taken' }]);
  });

  test('finds users by part of their name or email, and by type, status and location', async () => {
    const place = await addPlainLocation(shop);
    const found = await admin.do(userRoutes.create, {
      body: newcomer({ lastName: 'Findable', userType: 'store', locationIds: [place] }),
    });

    const by = async (body: object) =>
      (await admin.do(userRoutes.list, { body })).records.map(({ _id }) => _id);

    expect(await by({ search: 'nora find' })).toEqual([found._id]);
    expect(await by({ search: found.email.slice(0, 6), filters: { locationId: place } })).toEqual([
      found._id,
    ]);
    expect(await by({ filters: { locationId: place, status: false } })).toEqual([]);
    expect(await by({ filters: { locationId: place, userType: 'admin' } })).toEqual([]);
    const options = await admin.do(userRoutes.dropdown, { query: { search: 'findable' } });
    expect(options).toEqual([{ _id: found._id, name: 'Nora Findable' }]);
  });

  test('rejects an edit of an older version and returns the current user', async () => {
    const { _id: id } = await admin.do(userRoutes.create, { body: newcomer() });
    await admin.do(userRoutes.edit, { params: { id }, body: { firstName: 'Nadia', version: 1 } });

    const late = await admin.call(userRoutes.edit, {
      params: { id },
      body: { firstName: 'Mine', version: 1 },
    });

    expect(late).toMatchObject({ status: 409, data: { firstName: 'Nadia', version: 2 } });
  });

  test('merges concurrent edits of different fields, including locations', async () => {
    const [here, there] = [await addPlainLocation(shop), await addPlainLocation(shop, 'Quay Street')];
    const { _id: id } = await admin.do(userRoutes.create, {
      body: newcomer({ userType: 'store', locationIds: [here] }),
    });
    const change = (body: object) =>
      admin.call(userRoutes.edit, { params: { id }, body: { version: 1, ...body } });

    await change({ locationIds: [there] });
    const merged = await change({ firstName: 'Nadia' });
    const late = await change({ locationIds: [here] });

    expect(merged.message).toMatch(/^Saved, merged with changes by /);
    expect(merged.data).toMatchObject({ firstName: 'Nadia', locations: [{ _id: there }] });
    expect([late.status, late.code]).toEqual([409, 'version-stale']);
  });

  test('increments the version if only the location changes', async () => {
    const [here, there] = [await addPlainLocation(shop), await addPlainLocation(shop, 'Mill Lane')];
    const { _id: id } = await admin.do(userRoutes.create, {
      body: newcomer({ userType: 'store', locationIds: [here] }),
    });

    const moved = await admin.do(userRoutes.edit, {
      params: { id },
      body: { locationIds: [there], version: 1 },
    });

    expect(moved).toMatchObject({ locations: [{ _id: there, name: 'Mill Lane' }], version: 2 });
  });

  test('requires locations for store users and rejects them for others', async () => {
    const place = await addPlainLocation(shop);
    const wrong = async (more: object) => {
      const got = await admin.call(userRoutes.create, { body: newcomer(more) });
      return [got.status, got.paths[0]];
    };

    expect(await wrong({ userType: 'store' })).toEqual([400, 'locationIds']);
    expect(await wrong({ userType: 'store', locationIds: [admin.userId] })).toEqual([400, 'locationIds.0']);
    expect(await wrong({ locationIds: [place] })).toEqual([400, 'locationIds']);
  });

  test('invalidates links to the old email after a change', async () => {
    const user = await admin.do(userRoutes.create, { body: newcomer() });
    const token = tokenIn((await mailsTo(shop, user.email))[0]!.body);

    await admin.do(userRoutes.edit, {
      params: { id: user._id },
      body: { email: 'elsewhere@people.example', version: 1 },
    });

    const late = await shop.anonymous.call(authRoutes.resetPassword, {
      body: { password: rightPassword, token },
    });
    expect(late.code).toBe('auth.token-invalid');
  });

  test("ends a deactivated user's sessions, and doesn't restore them after reactivation", async () => {
    const clerk = await shop.signIn({ permissions: ['brand_list'] });
    await clerk.do(authRoutes.check);
    const params = { id: clerk.userId };

    await admin.do(userRoutes.updateStatus, { params, body: { status: 'false' } });
    expect((await clerk.call(authRoutes.check)).status).toBe(401);

    await admin.do(userRoutes.updateStatus, { params, body: { status: true } });
    expect((await clerk.call(authRoutes.check)).status).toBe(401);
  });

  test('grants the first role with the invitation, only by administrators and only what they hold', async () => {
    const clerk = await shop.signIn({ permissions: [...userPermissions, 'order_edit'] });
    const narrowed = await shop.signIn({ userType: 'admin', permissions: userPermissions });
    const invite = (by: Person) =>
      by.call(userRoutes.create, { body: newcomer({ userRole: ['order_edit'] }) });

    const [invited, byClerk, byNarrowed] = [await invite(admin), await invite(clerk), await invite(narrowed)];

    expect(await rolesOf(invited.data!._id)).toEqual(expect.arrayContaining(['order_edit', 'order_list']));
    expect(byClerk).toMatchObject({ status: 403, code: 'not-allowed' });
    expect(byNarrowed).toMatchObject({ status: 403, code: 'permission-missing' });
  });

  test("ends a deleted user's sessions and keeps their name in the audit log", async () => {
    const clerk = await shop.signIn({ permissions: userPermissions });
    const { _id } = await clerk.do(userRoutes.create, { body: newcomer() });

    await admin.do(userRoutes.remove, { params: { id: clerk.userId } });

    expect((await clerk.call(authRoutes.check)).status).toBe(401);
    const entries = await shop.sql`SELECT actor_name, action FROM audit_entries WHERE record_id = ${_id}`;
    expect(entries).toEqual([{ actor_name: 'Ada Tester', action: 'create' }]);
  });

  test('prevents users from deactivating or deleting themselves, or changing their own type or roles', async () => {
    const id = admin.userId;

    const answers = [
      await admin.call(userRoutes.updateStatus, { params: { id }, body: { status: false } }),
      await admin.call(userRoutes.remove, { params: { id } }),
      await admin.call(userRoutes.edit, { params: { id }, body: { userType: 'others', version: 1 } }),
      await assign(admin, id, ['brand_list']),
    ];

    expect(answers.map(({ code }) => code)).toEqual(Array(4).fill('users.not-yourself'));
  });

  test('requires user_view to see other users', async () => {
    const clerk = await shop.signIn({ permissions: ['user_list'] });

    const refused = await clerk.call(userRoutes.get, { query: { _id: admin.userId } });

    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('user_view') });
    expect((await clerk.do(userRoutes.get, { query: { _id: clerk.userId } }))._id).toBe(clerk.userId);
  });
});

describe('access to other users', () => {
  test('lets only administrators create or change administrators and change user types', async () => {
    const clerk = await shop.signIn({ permissions: userPermissions });
    const other = await addPerson(shop);
    const params = { id: admin.userId };

    const answers = [
      await clerk.call(userRoutes.create, { body: newcomer({ userType: 'admin' }) }),
      await clerk.call(userRoutes.edit, { params, body: { firstName: 'Mine', version: 1 } }),
      await clerk.call(userRoutes.updateStatus, { params, body: { status: false } }),
      await clerk.call(userRoutes.remove, { params }),
      await clerk.call(userRoutes.edit, { params: other, body: { userType: 'admin', version: 1 } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });

  test('prevents taking over an account with more permissions by changing its email', async () => {
    const clerk = await shop.signIn({ permissions: userPermissions });
    const treasurer = await addPerson(shop, { roles: ['location_report', 'statement_payment'] });

    const taken = await clerk.call(userRoutes.edit, {
      params: treasurer,
      body: { email: 'mine@people.example', version: 1 },
    });
    const renamed = await clerk.call(userRoutes.edit, {
      params: treasurer,
      body: { firstName: 'Rosa', version: 1 },
    });

    expect(taken.status).toBe(403);
    expect(taken.body.error?.details).toMatchObject({ permission: 'location_report' });
    expect(renamed.status).toBe(200);
  });

  test('prevents a restricted administrator from creating users with more permissions', async () => {
    const narrowed = await shop.signIn({ userType: 'admin', permissions: userPermissions });

    expect((await narrowed.call(userRoutes.create, { body: newcomer({ userType: 'admin' }) })).status).toBe(
      403,
    );
    const params = { id: admin.userId };
    expect((await narrowed.call(userRoutes.remove, { params })).status).toBe(403);
    expect((await assign(narrowed, admin.userId, ['brand_list'])).status).toBe(403);
  });

  test('limits a store owner to the staff of their locations', async () => {
    const [mine, other] = [await addPlainLocation(shop), await addPlainLocation(shop)];
    const owner = await shop.signIn({ permissions: userPermissions, locations: [mine] });
    const stranger = await addPerson(shop, { userType: 'store', locations: [other] });

    const hired = await owner.do(userRoutes.create, {
      body: newcomer({ userType: 'store', locationIds: [mine] }),
    });
    const params = { id: hired._id };
    await owner.do(userRoutes.edit, { params, body: { email: 'hired@people.example', version: 1 } });
    await owner.do(userRoutes.updateStatus, { params, body: { status: false } });

    const seen = (await owner.do(userRoutes.list)).records.map(({ _id }) => _id).sort();
    expect(seen).toEqual([owner.userId, hired._id].sort());
    expect((await owner.call(userRoutes.get, { query: { _id: stranger.id } })).status).toBe(404);
    expect((await owner.call(userRoutes.remove, { params: stranger })).status).toBe(404);
    const edited = await owner.call(userRoutes.edit, {
      params: stranger,
      body: { version: 1, status: false },
    });
    expect(edited.status).toBe(404);
    expect(await owner.do(userRoutes.remove, { params })).toEqual({ _id: hired._id });
    expect(await mailsTo(shop, hired.email)).toHaveLength(1);
  });

  test('lets a store owner deactivate a colleague, which ends their sessions', async () => {
    const place = await addPlainLocation(shop);
    const owner = await shop.signIn({ permissions: userPermissions, locations: [place] });
    const clerk = await shop.signIn({ permissions: [], locations: [place] });
    const params = { id: clerk.userId };

    await owner.do(userRoutes.updateStatus, { params, body: { status: false } });
    await owner.do(userRoutes.updateStatus, { params, body: { status: true } });

    expect((await clerk.call(authRoutes.check)).status).toBe(401);
  });

  test('limits a store owner to their own locations and to store users', async () => {
    const [mine, other] = [await addPlainLocation(shop), await addPlainLocation(shop)];
    const owner = await shop.signIn({ permissions: userPermissions, locations: [mine] });

    const beyond = await owner.call(userRoutes.create, {
      body: newcomer({ userType: 'store', locationIds: [mine, other] }),
    });
    const wider = await owner.call(userRoutes.create, { body: newcomer() });

    expect(beyond.status).toBe(400);
    expect(beyond.paths[0]).toBe('locationIds.1');
    expect(wider.status).toBe(403);
  });

  test('prevents a store owner from deleting or taking over a user of other locations', async () => {
    const [mine, other] = [await addPlainLocation(shop), await addPlainLocation(shop)];
    const owner = await shop.signIn({ permissions: userPermissions, locations: [mine] });
    const shared = await addPerson(shop, { userType: 'store', roles: [], locations: [mine, other] });

    expect((await owner.call(userRoutes.remove, { params: shared })).status).toBe(403);
    const body = { email: 'grabbed@people.example', version: 1 };
    expect((await owner.call(userRoutes.edit, { params: shared, body })).status).toBe(403);
    const off = { status: false };
    expect((await owner.call(userRoutes.updateStatus, { params: shared, body: off })).status).toBe(403);
  });
});

describe('roles', () => {
  test('returns the role tree, and stores only permission keys', async () => {
    const clerk = await addPerson(shop, { roles: ['order_edit'] });

    const shown = await admin.do(userRoutes.listRole, { params: clerk });

    expect(shown.totalRoles).toEqual(roleTree);
    expect(shown.userRoles.sort()).toEqual(['order_edit', 'order_list', 'order_view']);
    expect(shown).toMatchObject({ firstName: 'Robin', lastName: 'Reed' });
  });

  test('grants required permissions too, each once', async () => {
    const { id } = await addPerson(shop);

    const got = await assign(admin, id, ['sub_product_edit', 'product_list', 'product_list']);

    expect(got.message).toBe('Roles assigned');
    expect(got.data.userRole.sort()).toEqual([...withNeeded(['sub_product_edit'])].sort());
    expect((await rolesOf(id)).sort()).toEqual(got.data.userRole);
  });

  test('applies changed roles from the next request on', async () => {
    const clerk = await shop.signIn({ permissions: [] });
    expect((await clerk.call(userRoutes.list)).status).toBe(403);

    await assign(admin, clerk.userId, ['user_list']);
    expect((await clerk.call(userRoutes.list)).status).toBe(200);

    await assign(admin, clerk.userId, []);
    expect((await clerk.call(userRoutes.list)).status).toBe(403);
  });

  test.each(['all', 'groupBrand', 'brand_fly', ''])("rejects %j, which isn't a permission", async (key) => {
    const { id } = await addPerson(shop);

    const refused = await assign(admin, id, ['brand_list', key]);

    expect(refused.status).toBe(400);
    expect(refused.paths[0]).toBe('userRole.1');
  });

  test('lets only administrators see and assign roles', async () => {
    const clerk = await shop.signIn({ permissions: [...allPermissions] });
    const { id } = await addPerson(shop);

    expect((await assign(clerk, id, ['brand_list'])).status).toBe(403);
    expect((await clerk.call(userRoutes.listRole, { params: { id } })).status).toBe(403);
  });

  test('rejects permissions that the actor lacks, unless the user already has them', async () => {
    const narrowed = await shop.signIn({
      userType: 'admin',
      permissions: [...userPermissions, 'brand_edit'],
    });
    const { id } = await addPerson(shop, { roles: ['tax_list'] });

    const refused = await assign(narrowed, id, ['order_view']);
    expect(refused).toMatchObject({ status: 403, message: expect.stringMatching(/order_(view|list)/) });
    expect((await assign(narrowed, id, ['tax_list', 'brand_edit'])).status).toBe(200);
    expect((await rolesOf(id)).sort()).toEqual(['brand_edit', 'brand_list', 'brand_view', 'tax_list']);
  });

  test('keeps required permissions complete after any sequence of assignments', async () => {
    const { id } = await addPerson(shop);
    const anything = fc.array(fc.subarray([...allPermissions], { maxLength: 6 }), {
      minLength: 1,
      maxLength: 5,
    });

    await fc.assert(
      fc.asyncProperty(anything, async (sequence) => {
        for (const keys of sequence) {
          expect((await assign(admin, id, keys)).status).toBe(200);
          const held = (await rolesOf(id)).filter(isPermission);
          expect(new Set(held)).toEqual(withNeeded(held));
          expect(held).toEqual(expect.arrayContaining(keys));
          expect(new Set(held).size).toBe(held.length);
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('the last administrator', () => {
  test('keeps one of two administrators who deactivate, delete or demote each other at once', async () => {
    for (const way of ['status', 'delete', 'roles', 'type'] as const) {
      const own = await openShop();
      const [ann, ben] = [await own.signIn(), await own.signIn()];
      // Caches both sessions, so that both requests pass authentication before either has an effect.
      await Promise.all([ann.do(authRoutes.check), ben.do(authRoutes.check)]);
      const end = (by: Person, { userId: id }: Person) => {
        if (way === 'status')
          return by.call(userRoutes.updateStatus, { params: { id }, body: { status: false } });
        if (way === 'delete') return by.call(userRoutes.remove, { params: { id } });
        if (way === 'roles') return assign(by, id, ['brand_list']);
        return by.call(userRoutes.edit, { params: { id }, body: { userType: 'others', version: 1 } });
      };

      const answers = await Promise.all([end(ann, ben), end(ben, ann)]);

      expect(answers.map(({ status }) => status).sort(), way).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)!.code).toBe('users.last-admin');
    }
  });
});
