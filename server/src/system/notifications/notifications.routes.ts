import type { notificationRoutes } from '@aisle/contract/system/notifications';
import type { Actor } from '../../core/http/actor.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { problem } from '../../core/problem.ts';
import { getSettings } from '../settings/settings.service.ts';
import {
  listNotices,
  markAllRead,
  markRead,
  readNoticeSettings,
  saveNoticeSettings,
} from './notices.queries.ts';
import { countUnread, notificationCenter } from './notifications.queries.ts';

export const notificationHandlers: Handlers<typeof notificationRoutes> = {
  get: async ({ tx, actor }) => {
    const { stockDefaults } = await getSettings(tx);
    return notificationCenter(tx, actor, { expiringDays: stockDefaults.expiringDays, ...canSee(actor) });
  },
  unread: ({ tx, actor }) => countUnread(tx, actor.userId, canSee(actor)),
  list: ({ tx, actor, body }) => listNotices(tx, actor, body),
  markRead: async ({ tx, actor, body }) => {
    const userId = personOf(actor);
    if (body.all) await markAllRead(tx, userId);
    return { marked: body.ids ? await markRead(tx, actor, userId, body.ids) : 0 };
  },
  settings: ({ tx, actor }) => readNoticeSettings(tx, actor.userId),
  changeSettings: async ({ tx, actor, body }) => {
    const userId = personOf(actor);
    const settings = { ...(await readNoticeSettings(tx, userId)), ...body };
    await saveNoticeSettings(tx, userId, settings);
    return settings;
  },
};

const canSee = ({ permissions }: Actor) => ({
  maySeeOrders: permissions.has('order_list'),
  maySeeStock: permissions.has('inventory_list'),
  maySeeTickets: permissions.has('support_list'),
  maySeeSystem: permissions.has('access_setting'),
});

function personOf({ userId }: Actor): string {
  if (userId === null) throw problem('not-allowed', { reason: 'Notifications are for signed-in users only' });
  return userId;
}
