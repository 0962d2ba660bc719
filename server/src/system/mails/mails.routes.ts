import type { mailRoutes } from '@aisle/contract/system/mails';
import type { Handlers } from '../../core/http/serve.ts';
import { notFound } from '../../core/problem.ts';
import { newestMails } from './mails.queries.ts';

export const mailHandlers: Handlers<typeof mailRoutes> = {
  list: async ({ tx, services }) => {
    // Emails contain links that open accounts, so only the demo shows them; its passwords are known anyway.
    if (!services.settings.demo) throw notFound('This');
    const mails = await newestMails(tx);
    return mails.map(({ attachments, ...mail }) => ({
      ...mail,
      attachments: attachments.map(({ key, name }) => ({ name, url: services.storage.namedUrl(key, name) })),
    }));
  },
};
