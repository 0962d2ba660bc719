import type { auditRoutes } from '@aisle/contract/system/audit';
import type { Handlers } from '../../core/http/serve.ts';
import { listAuditEntries } from './audit.queries.ts';

export const auditHandlers: Handlers<typeof auditRoutes> = {
  list: ({ tx, actor, body }) => listAuditEntries(tx, actor, body),
};
