import { onTestFinished, vi } from 'vitest';

/** Gives the document a browser with push notifications, which answers the question for permission like this. */
export function pushBrowser(
  permission: NotificationPermission,
  { isSubscribed = true }: { isSubscribed?: boolean } = {},
) {
  const subscription = {
    endpoint: 'https://push.example/1',
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'point', auth: 'secret' } }),
    unsubscribe: vi.fn(async () => true),
  };
  const pushManager = {
    getSubscription: vi.fn(async () => (isSubscribed ? subscription : null)),
    subscribe: vi.fn(async () => subscription),
  };
  const register = vi.fn(async () => registration);
  const registration = { active: { state: 'activated' }, pushManager };
  const notification = {
    permission: isSubscribed ? permission : 'default',
    requestPermission: async () => {
      notification.permission = permission;
      return permission;
    },
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', {});
  const serviceWorker = { register, getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  return { subscription, pushManager, register };
}
