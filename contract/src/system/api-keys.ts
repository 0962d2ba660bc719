import { z } from 'zod';
import { beforeNormalizing, DateOnly, Id, Instant, Ref, requiredText, Version } from '../core/fields.ts';
import { normalLine } from '../core/normal-text.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { type ApiScope, apiScopes, routes, without } from '../core/route.ts';
import { allPermissions, type Permission } from '../permissions.ts';

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

/** The default and the maximum of `limitPerMinute`. */
export const defaultKeyLimit = 600;
export const maxKeyLimit = 60_000;
/** For how many hours the old secret of a rotated key works. */
export const oldSecretHours = 24;

export const ApiKey = z.object({
  _id: Id,
  name: z.string(),
  /** The program behind the key. A key that replaces another one can continue its connection. */
  connectionId: Id,
  /** The start of the key, to recognize it by. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** Each opens the routes that need it, like the permissions of a user. */
  permissions: z.array(z.string()),
  /** The locations that the key sees and writes; null for all. */
  locationIds: z.array(Id).nullable(),
  /** Their names. */
  locations: z.array(Ref).nullable(),
  /** Whether the key may do what users confirm with their password. */
  mayMoveMoney: z.boolean(),
  /** The addresses and ranges from which the key can be used; empty for any. */
  allowedAddresses: z.array(z.string()),
  /** The maximum number of requests per minute. */
  limitPerMinute: z.int(),
  /** Until this time, the previous secret works too. */
  oldSecretUntil: Instant.nullable(),
  version: z.int(),
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

const distinct = <T>(values: readonly T[]) => new Set(values).size === values.length;
/** An IPv4 or IPv6 address, or a range of them in CIDR notation. */
const AddressRange = z
  .string()
  .max(...beforeNormalizing)
  .overwrite(normalLine)
  .refine((text) => ranges.some((range) => range.safeParse(text).success), {
    error: 'Enter an address such as 203.0.113.7 or a range such as 203.0.113.0/24',
  });
const ranges = [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()];

const KeyRights = z.strictObject({
  name: requiredText('Name', 100),
  permissions: z
    .array(z.enum(allPermissions as [Permission, ...Permission[]]))
    .max(allPermissions.length)
    .refine(distinct, 'Each permission can be listed only once'),
  locationIds: z
    .array(Id)
    .min(1, 'Choose at least one location')
    .max(1000)
    .refine(distinct, 'Each location can be listed only once')
    .nullable(),
  mayMoveMoney: z.boolean(),
  allowedAddresses: z.array(AddressRange).max(100),
  limitPerMinute: z
    .int({ error: 'Enter a whole number' })
    .min(1, 'Allow at least 1 request per minute')
    .max(maxKeyLimit, 'Allow at most 60,000 requests per minute'),
});

export const ApiKeyInput = KeyRights.partial()
  .extend({
    name: KeyRights.shape.name,
    scopes: z
      .array(z.enum(apiScopes))
      .max(apiScopes.length)
      .refine(distinct, 'Each scope can be listed only once')
      .default([]),
    /** The connection of the key that this one replaces; a new one if omitted. */
    connectionId: Id.optional(),
    /** One year from now if omitted, five years at most. */
    expiresAt: Instant.optional(),
  })
  .refine(({ scopes, permissions = [] }) => scopes.length + permissions.length > 0, {
    path: ['scopes'],
    error: 'Choose at least one scope or permission',
  });
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;
export const ApiKeyEdit = KeyRights.partial().extend({ version: Version });
export type ApiKeyEdit = z.infer<typeof ApiKeyEdit>;

/** The calls of a key in the last 30 days, and its last 100 errors, newest first. */
export const ApiKeyUsage = z.object({
  calls: z.array(
    z.object({
      day: DateOnly,
      /** Method and path, such as `PUT /brand/edit/{id}`. */
      route: z.string(),
      /** The number of calls. */
      calls: z.int(),
      /** The number of calls that were rejected or failed. */
      errors: z.int(),
    }),
  ),
  errors: z.array(
    z.object({
      at: Instant,
      route: z.string(),
      /** The status of the response. */
      status: z.int(),
      code: z.string(),
      /** The paths of the wrong fields. */
      fields: z.array(z.string()),
      requestId: z.string(),
    }),
  ),
});
export type ApiKeyUsage = z.infer<typeof ApiKeyUsage>;

export const ApiKeyPage = pageRequest(['name', 'createdAt'], { revoked: z.boolean() });
export type ApiKeyPage = z.infer<typeof ApiKeyPage>;

const WithKey = ApiKey.extend({ key: z.string() });

export const apiKeyRoutes = routes('api-key', {
  list: {
    method: 'POST',
    path: '/api-key/list',
    permission: 'access_setting',
    confirms: 'access',
    everywhere: true,
    summary: 'Lists API keys, without the keys themselves',
    body: ApiKeyPage,
    data: pageOf(ApiKey),
    reads: true,
    list: { screen: without('A tab of the settings shows it'), exportAs: without('Keys do not leave Aisle') },
  },
  view: {
    method: 'GET',
    path: '/api-key/view/{id}',
    permission: 'access_setting',
    confirms: 'access',
    everywhere: true,
    summary: 'Shows an API key, without the key itself',
    data: ApiKey,
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/api-key/create',
    permission: 'access_setting',
    confirms: 'access',
    when: 'always',
    everywhere: true,
    summary:
      'Creates an API key, which is shown only in this response. You need every permission that it gets, and it also gets those that they depend on',
    body: ApiKeyInput,
    data: WithKey,
    message: "API key created. Copy it now, it won't be shown again",
    problems: ['reauth-required', 'apiKeys.more-than-you'],
    changes: ['api-key'],
  },
  edit: {
    method: 'PUT',
    path: '/api-key/edit/{id}',
    permission: 'access_setting',
    confirms: 'access',
    when: 'always',
    everywhere: true,
    summary: 'Changes what an API key can do. You need every permission that it has afterwards',
    body: ApiKeyEdit,
    data: ApiKey,
    message: 'API key saved',
    problems: ['reauth-required', 'apiKeys.more-than-you', 'apiKeys.over', 'version-stale'],
    changes: ['api-key', 'notifications'],
  },
  rotate: {
    method: 'POST',
    path: '/api-key/rotate/{id}',
    permission: 'access_setting',
    confirms: 'access',
    when: 'always',
    everywhere: true,
    summary:
      'Creates a new secret for an API key, shown only in this response. The old one works for 24 more hours',
    data: WithKey,
    message: "New secret created. Copy it now, it won't be shown again",
    problems: ['reauth-required', 'apiKeys.more-than-you', 'apiKeys.over'],
    changes: ['api-key'],
  },
  usage: {
    method: 'GET',
    path: '/api-key/usage/{id}',
    permission: 'access_setting',
    confirms: 'access',
    everywhere: true,
    summary: 'Shows the calls of an API key by day and route in the last 30 days, and its last 100 errors',
    data: ApiKeyUsage,
    reads: true,
  },
  keep: {
    method: 'POST',
    path: '/api-key/keep/{id}',
    permission: 'access_setting',
    confirms: 'access',
    when: 'always',
    everywhere: true,
    summary:
      'Keeps an API key as it is, though its maker left or lost a permission that it needs. You need every permission that it has',
    data: ApiKey,
    message: 'API key kept',
    problems: ['reauth-required', 'apiKeys.more-than-you'],
    changes: ['api-key', 'notifications'],
  },
  takeOver: {
    method: 'POST',
    path: '/api-key/take-over/{id}',
    permission: 'access_setting',
    confirms: 'access',
    when: 'always',
    everywhere: true,
    summary:
      'Makes you responsible for an API key. You need every permission that it has or that its scopes need',
    data: ApiKey,
    message: "You're responsible for this API key now",
    problems: ['reauth-required', 'apiKeys.more-than-you'],
    changes: ['api-key', 'notifications'],
  },
  revoke: {
    method: 'POST',
    path: '/api-key/revoke/{id}',
    permission: 'access_setting',
    confirms: 'access',
    everywhere: true,
    summary: 'Revokes an API key permanently',
    data: ApiKey,
    message: 'API key revoked',
    changes: ['api-key', 'notifications'],
  },
});
