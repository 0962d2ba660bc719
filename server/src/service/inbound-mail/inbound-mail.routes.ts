import type { supportRoutes } from '@aisle/contract/service/support';
import type { Handlers } from '../../core/http/serve.ts';
import { receiveMail } from './inbound-mail.service.ts';

export const inboundMailHandlers: Handlers<Pick<typeof supportRoutes, 'inboundMail'>> = {
  inboundMail: (call) => receiveMail(call, call.uploads.raw?.[0]),
};
