import type { auditRoutes } from '@aisle/contract/system/audit';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const auditPages = [
  page({
    path: '/audit',
    title: 'Audit log',
    permission: 'access_setting',
    search: listSearch<typeof auditRoutes.list>(),
    screen: () => import('./audit-list.tsx').then(({ AuditList }) => AuditList),
  }),
] as const;
