import { pages } from '../core/pages.ts';

export const auditPages = pages({
  path: '/audit',
  title: 'Audit log',
  permission: 'access_setting',
  list: true,
  screen: () => import('./audit-list.tsx').then(({ AuditList }) => AuditList),
});
