import type { PushDeviceInput } from '@aisle/contract/system/push';

/** The service workers that show notifications: one for staff, which also keeps screens for offline use, one for drivers. */
const workers = {
  staff: { script: '/offline.js', scope: '/' },
  driver: { script: '/driver.js', scope: '/d/' },
};
export type PushAudience = keyof typeof workers;

/** Whether this browser can show notifications; on an iPhone, only when Aisle was added to the home screen. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The user or the browser doesn't allow notifications. */
export class PushBlocked extends Error {}
export const pushBlockedText =
  "Your browser blocks notifications from this site. Allow them in the browser's settings.";

/** The subscription of this browser, if notifications are on and still allowed. */
export async function currentSubscription(audience: PushAudience): Promise<PushSubscription | null> {
  if (!canPush() || Notification.permission !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration(workers[audience].scope);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks the user for permission and subscribes this browser. Call it from a click, without waiting before. */
export async function subscribe(audience: PushAudience, publicKey: string): Promise<PushDeviceInput> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushBlocked();
  const { script, scope } = workers[audience];
  const registration = await navigator.serviceWorker.register(script, { scope });
  await activated(registration);
  // Another user of this browser may have had notifications: their address must not lead here anymore.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  return deviceOf(await registration.pushManager.subscribe(options));
}

export function deviceOf(subscription: PushSubscription): PushDeviceInput {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
}

/** A subscription needs an active worker. */
const activated = ({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> =>
  new Promise((resolve) => {
    const worker = active ?? waiting ?? installing;
    if (!worker || worker.state === 'activated') return resolve();
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
  });
