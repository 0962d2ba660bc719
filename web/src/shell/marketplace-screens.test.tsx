import { allPermissions } from '@aisle/contract/permissions';
import { expect, test } from 'vitest';
import { missingParts } from '../core/pages/screens.ts';
import { subscriptionPages } from '../customers/subscriptions/routes.tsx';
import { customerCarePages } from '../service/customer-care/routes.tsx';
import { outboxPages } from '../system/mails/routes.tsx';
import { settingsPages } from '../system/settings/routes.tsx';
import { webhookPages } from '../system/webhooks/routes.tsx';

const pages = [...customerCarePages, ...outboxPages, ...settingsPages, ...subscriptionPages, ...webhookPages];

test.each(pages.map(({ options }) => [options.staticData?.title, options.staticData] as const))(
  'hides %s from store users, regardless of their permissions',
  (_, screen) => {
    const permissions = new Set(allPermissions);

    expect(missingParts(screen, { permissions, user: { userType: 'store' } })).toBe('everywhere');
    expect(missingParts(screen, { permissions, user: { userType: 'admin' } })).toBe(null);
  },
);
