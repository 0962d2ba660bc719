import { describe, expect, test } from 'vitest';
import { ApiKeyInput } from './api-keys.ts';
import { ChangePassword, Login, ResetPasswordForm } from './auth/auth.ts';
import { PreferenceChanges } from './preferences.ts';
import { DeliverySlot } from './settings.ts';
import { RoleAssignment } from './users/users.ts';
import { WebhookInput, webhookEventNames } from './webhooks/webhooks.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
interface Result {
  error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined;
}
const first = (result: Result) => {
  const [issue] = result.error?.issues ?? [];
  return issue && [issue.path.join('.'), issue.message];
};

describe('a webhook', () => {
  const hook = { name: 'ERP', url: 'https://erp.example.com/in?shop=1', events: ['order.placed'] };

  test.each([
    ['a web page', 'https://erp.example.com', undefined],
    ['an empty text', '', 'Address is required'],
    ['an address without a scheme', 'erp.example.com/in', 'Enter a URL that starts with https://'],
    ['a file', 'file:///etc/passwd', 'Enter a URL that starts with https://'],
    ['a script', 'javascript:alert(1)', 'Enter a URL that starts with https://'],
    [
      'an address with a password',
      'https://me:secret@erp.example.com/in',
      "Don't include a user name or password. Deliveries are signed",
    ],
    [
      'an address with a user name',
      'https://me@erp.example.com/in',
      "Don't include a user name or password. Deliveries are signed",
    ],
    ['an address with an at sign after the host', 'https://erp.example.com/in?by=a@b.c', undefined],
  ])('checks the URL of %s: %3$s', (_, url, message) => {
    expect(WebhookInput.shape.url.safeParse(url).error?.issues[0]?.message).toBe(message);
  });

  test('requires at least one event, each only once', () => {
    const [event] = webhookEventNames;

    expect(first(WebhookInput.safeParse({ ...hook, events: [] }))).toEqual([
      'events',
      'Choose at least one event',
    ]);
    expect(first(WebhookInput.safeParse({ ...hook, events: [event, event] }))).toEqual([
      'events',
      'Each event can be listed only once',
    ]);
    expect(WebhookInput.safeParse({ ...hook, events: [event] }).success).toBe(true);
  });
});

describe('a password typed twice', () => {
  const good = 'Aisle#12';

  test('rejects two different passwords', () => {
    const form = { password: good, confirmPassword: 'Aisle#13' };

    expect(first(ResetPasswordForm.safeParse(form))).toEqual([
      'confirmPassword',
      'Your Confirm password does not match',
    ]);
    expect(ResetPasswordForm.safeParse({ ...form, confirmPassword: good }).success).toBe(true);
  });

  test('requires the current password for a change', () => {
    const form = { previousPassword: '', password: good, confirmPassword: good };

    expect(first(ChangePassword.safeParse(form))).toEqual([
      'previousPassword',
      'Current Password is required',
    ]);
    expect(ChangePassword.safeParse({ ...form, previousPassword: 'old' }).success).toBe(true);
  });
});

test('normalizes the email of a sign-in', () => {
  expect(Login.parse({ email: ' Ada@Example.com', password: 'x' })).toEqual({
    email: 'ada@example.com',
    password: 'x',
  });
});

test('requires at least one scope or permission for an API key, each only once', () => {
  expect(first(ApiKeyInput.safeParse({ name: 'Till', scopes: [] }))).toEqual([
    'scopes',
    'Choose at least one scope or permission',
  ]);
  expect(first(ApiKeyInput.safeParse({ name: 'Till', scopes: ['orders', 'orders'] }))).toEqual([
    'scopes',
    'Each scope can be listed only once',
  ]);
  expect(ApiKeyInput.safeParse({ name: 'Till', scopes: ['orders', 'catalogue'] }).success).toBe(true);
});

test('accepts only existing permissions for a role, and no groups', () => {
  expect(RoleAssignment.safeParse({ userId: id, userRole: ['order_list'] }).success).toBe(true);
  expect(first(RoleAssignment.safeParse({ userId: id, userRole: ['groupOrder'] }))).toEqual([
    'userRole.0',
    'Not a permission',
  ]);
});

test.each([
  [{ from: '08:00', to: '10:00' }, undefined],
  [{ from: '08:00', to: '10:00', day: 6 }, undefined],
  [{ from: '08:00', to: '10:00', day: 7 }, 'day'],
  [{ from: '10:00', to: '08:00' }, 'to'],
  [{ from: '10:00', to: '10:00' }, 'to'],
  [{ from: '8:00', to: '10:00' }, 'from'],
])('reports the invalid field of the delivery slot %j: %s', (slot, path) => {
  expect(DeliverySlot.safeParse(slot).error?.issues[0]?.path.join('.')).toBe(path);
});

test.each([
  [{ landing: '/orders/queue' }, undefined],
  [{ landing: 'https://example.com' }, 'landing'],
  [{ landing: null, theme: 'dark', lists: { '/order/list': { limit: 50 } } }, undefined],
  [{ theme: 'purple' }, 'theme'],
  [{ lists: { '/order/list': { columns: 'x'.repeat(501) } } }, 'lists./order/list.columns'],
])('reports the invalid field of the preferences %j: %s', (changes, path) => {
  expect(PreferenceChanges.safeParse(changes).error?.issues[0]?.path.join('.')).toBe(path);
});
