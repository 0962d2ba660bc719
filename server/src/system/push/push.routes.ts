import type { pushRoutes } from '@aisle/contract/system/push';
import type { Handlers } from '../../core/http/serve.ts';
import { deleteDevice, isDeviceOn } from './push.queries.ts';
import { turnOnPush } from './push.service.ts';

export const pushHandlers: Handlers<typeof pushRoutes> = {
  key: async ({ services }) => ({ publicKey: services.pushKeys.publicKey }),
  show: async ({ tx, actor }) => ({ isOn: await isDeviceOn(tx, actor.sessionId) }),
  turnOn: (call) => turnOnPush(call, call.body),
  turnOff: async ({ tx, actor }) => {
    await deleteDevice(tx, actor.sessionId);
    return { isOn: false };
  },
};
