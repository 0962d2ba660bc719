import type { PushDeviceInput, PushState } from '@aisle/contract/system/push';
import type { Context } from '../../core/context.ts';
import { looksPrivate } from '../../core/http/outside/private-addresses.ts';
import { problem, wrongField } from '../../core/problem.ts';
import type { Settings } from '../../core/settings.ts';
import { saveDevice, saveDriverDevice } from './push.queries.ts';

/** Sends notifications to the browser of this session. */
export async function turnOnPush(
  { tx, actor, services }: Context,
  device: PushDeviceInput,
): Promise<PushState> {
  const { sessionId, userId } = actor;
  if (sessionId === null || userId === null) {
    throw problem('not-allowed', { reason: 'Notifications are for signed-in users only' });
  }
  assertEndpointAllowed(device.endpoint, services.settings);
  await saveDevice(tx, { sessionId, userId }, device);
  return { isOn: true };
}

/** Sends notifications to a browser of this driver, who proved their identity by the link of a trip. */
export async function turnOnDriverPush(
  { tx, services }: Pick<Context, 'tx' | 'services'>,
  driverId: string,
  device: PushDeviceInput,
): Promise<PushState> {
  assertEndpointAllowed(device.endpoint, services.settings);
  await saveDriverDevice(tx, driverId, device);
  return { isOn: true };
}

/** The endpoint comes from a browser, so it must not lead into the server's own network (SSRF). */
function assertEndpointAllowed(endpoint: string, { webhookAllowPrivate }: Settings): void {
  if (webhookAllowPrivate) return;
  const url = new URL(endpoint);
  if (looksPrivate(url)) throw wrongField('endpoint', 'This URL is in a private network');
  if (url.protocol !== 'https:') throw wrongField('endpoint', 'Enter a URL that starts with https://');
}
