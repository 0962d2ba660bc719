import type { supportRoutes } from '@aisle/contract/service/support';
import type { Handlers } from '../../core/http/serve.ts';
import { listIgnored } from './ignored-mails.queries.ts';
import { openIgnored } from './ignored-mails.service.ts';
import { receiveMail } from './inbound-mail.service.ts';

type InboundRoutes = Pick<typeof supportRoutes, 'inboundMail' | 'ignoredEmails' | 'openIgnoredEmail'>;
export const inboundMailHandlers: Handlers<InboundRoutes> = {
  inboundMail: (call) => receiveMail(call, call.uploads.raw?.[0]),
  ignoredEmails: ({ tx, body }) => listIgnored(tx, body),
  openIgnoredEmail: (call) => openIgnored(call, call.params.id),
};
