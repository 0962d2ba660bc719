import { z } from 'zod';
import { Id, Instant, requiredText } from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { apiScopes, routes } from '../core/route.ts';

export const apiScopeLabels = {
  orders: 'Quote and place orders, and read and cancel its own',
  catalogue: 'Read the catalog and locations',
  stock: 'Read stock levels',
  prices: 'Read prices by location',
  support: 'Create support tickets',
  'inbound-mail': 'Deliver emails to support',
} as const satisfies Record<(typeof apiScopes)[number], string>;

export const ApiKey = z.object({
  _id: Id,
  name: z.string(),
  /** The beginning of the key, to recognise it by. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdBy: z.string().nullable(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyInput = z.strictObject({
  name: requiredText('Name', 100),
  scopes: z
    .array(z.enum(apiScopes))
    .min(1, 'Choose at least one scope')
    .max(apiScopes.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Each scope can be listed only once'),
});
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;
export const ApiKeyPage = pageRequest(['name', 'createdAt'], { revoked: z.boolean() });
export type ApiKeyPage = z.infer<typeof ApiKeyPage>;

export const apiKeyRoutes = routes({
  list: {
    method: 'POST',
    path: '/api-key/list',
    permission: 'access_setting',
    everywhere: true,
    summary: 'Lists API keys, without the keys themselves',
    body: ApiKeyPage,
    data: pageOf(ApiKey),
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/api-key/create',
    permission: 'access_setting',
    everywhere: true,
    summary: 'Creates an API key, which is shown only in this response',
    body: ApiKeyInput,
    data: ApiKey.extend({ key: z.string() }),
    message: "API key created. Copy it now, it won't be shown again",
    changes: ['api-key'],
  },
  revoke: {
    method: 'POST',
    path: '/api-key/revoke/{id}',
    permission: 'access_setting',
    everywhere: true,
    summary: 'Revokes an API key permanently',
    data: ApiKey,
    message: 'API key revoked',
    changes: ['api-key'],
  },
});
