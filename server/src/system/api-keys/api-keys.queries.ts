import type { Page } from '@aisle/contract/core/page';
import type { ApiKey, ApiKeyPage } from '@aisle/contract/system/api-keys';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { byName } from '../../core/list/by-name.ts';
import { listPage } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';

const columns = [
  'k.id as _id',
  'k.name',
  'k.prefix',
  'k.scopes',
  'k.created_at as createdAt',
  'k.last_used_at as lastUsedAt',
  'k.expires_at as expiresAt',
  'k.revoked_at as revokedAt',
  'k.maker_left_at as makerLeftAt',
] as const;
const createdBy = sql<
  string | null
>`coalesce((SELECT first_name || ' ' || last_name FROM users u WHERE u.id = k.created_by), k.maker_name)`;
const sortColumns = { name: byName('k.name'), createdAt: sql.ref('k.created_at') };

export async function listApiKeys(tx: Tx, request: ApiKeyPage): Promise<Page<ApiKey>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('api_keys as k');
  if (search) filtered = filtered.where(hasWords(search, 'k.name'));
  if (filters.revoked !== undefined)
    filtered = filtered.where('k.revoked_at', filters.revoked ? 'is not' : 'is', null);

  const page = await listPage(tx, filtered, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'createdAt'], sql.ref('k.id')],
      direction: sort?.order ?? 'desc',
    },
    select: (query) => query.select([...columns, createdBy.as('createdBy')]),
  });
  return page as Page<ApiKey>;
}

export async function getApiKey(tx: Tx, id: string): Promise<ApiKey> {
  const row = await tx
    .selectFrom('api_keys as k')
    .select([...columns, createdBy.as('createdBy')])
    .where('k.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'API key') as ApiKey;
}

interface NewApiKey {
  id: string;
  name: string;
  scopes: string[];
  prefix: string;
  key_hash: Buffer;
  created_by: string | null;
  expires_at: string;
}
export async function insertApiKey(tx: Tx, key: NewApiKey): Promise<void> {
  await tx.insertInto('api_keys').values(key).execute();
}

/** Somebody has decided: nobody is asked any longer. */
export async function settleApiKey(tx: Tx, id: string, madeBy?: string | null): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ maker_left_at: null, ...(madeBy && { created_by: madeBy, maker_name: null }) })
    .where('id', '=', id)
    .execute();
  await refreshKeyNotice(tx);
}

/** Opens, changes or closes the notice about keys and webhooks whose makers left or lost a permission. */
export async function refreshKeyNotice(tx: Tx): Promise<void> {
  await sql`SELECT refresh_key_notice()`.execute(tx);
}

/** Revoked twice, it stays revoked at the first time. */
export async function endApiKey(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}
