import type { vendorClaimRoutes } from '@aisle/contract/finance/vendor-claims';
import type { Handlers } from '../../core/http/serve.ts';
import { listLines } from './claim-lines.queries.ts';
import { printClaim } from './vendor-claim-pdf.ts';
import { listClaims, listDue } from './vendor-claims.queries.ts';
import { createClaim, previewClaim, settle, viewClaim } from './vendor-claims.service.ts';

export const vendorClaimHandlers: Handlers<typeof vendorClaimRoutes> = {
  list: ({ tx, body }) => listClaims(tx, body),
  due: ({ tx, body }) => listDue(tx, body),
  view: ({ tx, params }) => viewClaim(tx, params.id),
  lines: ({ tx, body }) => listLines(tx, body),
  pdf: (call) => printClaim(call, call.params.id),
  preview: ({ tx, body }) => previewClaim(tx, body),
  create: ({ tx, actor, body }) => createClaim(tx, actor, body),
  settle: ({ tx, actor, params, body }) => settle(tx, actor, params.id, body),
};
