import type { secondFactorRoutes } from '@aisle/contract/system/auth/second-factors';
import type { Handlers } from '../../../core/http/serve.ts';
import {
  addPasskey,
  confirmTotp,
  newRecoveryCodes,
  removePasskey,
  removeTotp,
  showSecondFactors,
  startPasskey,
  startTotp,
} from './second-factors.service.ts';

export const secondFactorHandlers: Handlers<typeof secondFactorRoutes> = {
  get: (call) => showSecondFactors(call),
  startTotp: (call) => startTotp(call),
  confirmTotp: (call) => confirmTotp(call, call.body.code),
  removeTotp: (call) => removeTotp(call),
  newRecoveryCodes: (call) => newRecoveryCodes(call),
  passkeyOptions: (call) => startPasskey(call),
  addPasskey: (call) => addPasskey(call, call.body),
  removePasskey: (call) => removePasskey(call, call.params.id),
};
