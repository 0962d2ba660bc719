import { z } from 'zod';
import { Id, Instant, requiredText } from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { type ApiScope, apiScopes, routes, without } from '../core/route.ts';
import type { Permission } from '../permissions.ts';

export const apiScopeLabels = {
  orders: 'Quote and place orders, and read and cancel its own',
  catalogue: 'Read the catalog and locations',
  stock: 'Read stock levels',
  prices: 'Read prices by location',
  support: 'Create support tickets',
  'inbound-mail': 'Deliver emails to support',
} as const satisfies Record<(typeof apiScopes)[number], string>;

/** The permissions required to create or take over a key with this scope. */
export const scopeNeeds = {
  orders: ['order_add', 'order_edit'],
  catalogue: ['product_view'],
  support: ['support_add'],
  'inbound-mail': ['support_add', 'support_reply'],
  stock: ['inventory_list'],
  prices: ['assign_subProduct'],
} as const satisfies Record<ApiScope | 'stock' | 'prices', readonly Permission[]>;

/** The default and the maximum lifetime of a key or webhook. */
export const defaultKeyDays = 365;
export const maxKeyDays = 5 * 365;

export const ApiKey = z.object({
  _id: Id,
  name: z.string(),
  /** The start of the key, to recognize it by. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdBy: z.string().nullable(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  /** The time from which the key is rejected. */
  expiresAt: Instant,
  revokedAt: Instant.nullable(),
  /**
   * Since when the creator has been inactive, deleted or without a required permission; null otherwise, and after a user
   * has decided about the key.
   */
  makerLeftAt: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyInput = z.strictObject({
  name: requiredText('Name', 100),
  scopes: z
    .array(z.enum(apiScopes))
    .min(1, 'Choose at least one scope')
    .max(apiScopes.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Each scope can be listed only once'),
  /** One year from now if omitted, five years at most. */
  expiresAt: Instant.optional(),
});
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;
export const ApiKeyPage = pageRequest(['name', 'createdAt'], { revoked: z.boolean() });
export type ApiKeyPage = z.infer<typeof ApiKeyPage>;

export const apiKeyRoutes = routes('api-key', {
  list: {
    method: 'POST',
    path: '/api-key/list',
    permission: 'access_setting',
    everywhere: true,
    summary: 'Lists API keys, without the keys themselves',
    body: ApiKeyPage,
    data: pageOf(ApiKey),
    reads: true,
    list: { screen: without('A tab of the settings shows it'), exportAs: without('Keys do not leave Aisle') },
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
    problems: ['reauth-required'],
    changes: ['api-key'],
  },
  keep: {
    method: 'POST',
    path: '/api-key/keep/{id}',
    permission: 'access_setting',
    everywhere: true,
    summary: 'Keeps an API key as it is, though its maker left or lost a permission that it needs',
    data: ApiKey,
    message: 'API key kept',
    problems: ['reauth-required'],
    changes: ['api-key', 'notifications'],
  },
  takeOver: {
    method: 'POST',
    path: '/api-key/take-over/{id}',
    permission: 'access_setting',
    everywhere: true,
    summary: 'Makes you responsible for an API key. You need every permission that its scopes need',
    data: ApiKey,
    message: "You're responsible for this API key now",
    problems: ['reauth-required'],
    changes: ['api-key', 'notifications'],
  },
  revoke: {
    method: 'POST',
    path: '/api-key/revoke/{id}',
    permission: 'access_setting',
    everywhere: true,
    summary: 'Revokes an API key permanently',
    data: ApiKey,
    message: 'API key revoked',
    changes: ['api-key', 'notifications'],
  },
});
