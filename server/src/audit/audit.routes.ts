import type { auditRoutes } from '@aisle/contract/audit';
import type { Handlers } from '../core/serve.ts';
import { listAuditEntries } from './audit.queries.ts';

export const auditHandlers: Handlers<typeof auditRoutes> = {
  list: ({ tx, actor, body }) => listAuditEntries(tx, actor, body),
};
