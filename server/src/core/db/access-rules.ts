import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import type pg from 'pg';

/** The base roles: the other roles that requests use are members of these and inherit their privileges. */
const roleList = `'aisle_all', 'aisle_located'`;

/** The access rules of tables and functions as text, by name. */
type Rules = Record<string, string>;

/**
 * Reads the policies, triggers and privileges of the two base roles for each table, and the roles that may call each function.
 * Omits the conditions of policies, since versions of PostgreSQL print them differently.
 */
const readRules = `
  WITH ours AS (
    SELECT c.oid, concat(CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END, c.relname) AS relname,
      c.relrowsecurity FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'located') AND c.relkind IN ('r', 'p', 'v', 'm')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
      AND c.relname NOT IN ('schema_migrations', 'schema_functions', 'access_rules')
  ), rights AS (
    SELECT o.oid, r.rolname, coalesce((SELECT string_agg(p, ',' ORDER BY p)
        FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS p WHERE has_table_privilege(r.oid, o.oid, p)), '')
      || coalesce((SELECT ' ' || string_agg(p || ' of ' || a.attname, ',' ORDER BY p, a.attname)
        FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE']) AS p JOIN pg_attribute a
          ON a.attrelid = o.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE NOT has_table_privilege(r.oid, o.oid, p) AND has_column_privilege(r.oid, o.oid, a.attnum, p)), '') AS held
    FROM ours o CROSS JOIN pg_roles r WHERE r.rolname IN (${roleList})
  )
  SELECT 'table ' || o.relname AS name, concat_ws('; ', CASE WHEN o.relrowsecurity THEN 'row security' END,
    (SELECT string_agg(format('policy %s for %s to %s', p.polname, p.polcmd,
        (SELECT string_agg(r.rolname, ',' ORDER BY r.rolname) FROM pg_roles r WHERE r.oid = ANY (p.polroles))), '; '
        ORDER BY p.polname) FROM pg_policy p WHERE p.polrelid = o.oid),
    (SELECT string_agg(format('%s: %s', rolname, held), '; ' ORDER BY rolname) FROM rights
      WHERE rights.oid = o.oid AND held <> ''),
    (SELECT string_agg(format('trigger %s %s', t.tgname, t.tgenabled), '; ' ORDER BY t.tgname)
      FROM pg_trigger t WHERE t.tgrelid = o.oid AND NOT t.tgisinternal)) AS rule
  FROM ours o
  UNION ALL
  SELECT 'function ' || p.oid::regprocedure, concat_ws(',', CASE WHEN p.proacl IS NULL THEN 'everyone' END,
    (SELECT string_agg(r.rolname, ',' ORDER BY r.rolname) FROM pg_roles r
      WHERE r.rolname IN (${roleList}) AND has_function_privilege(r.oid, p.oid, 'EXECUTE')))
  FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  UNION ALL
  SELECT 'rights on what is created next', string_agg(acl::text, ' ' ORDER BY defaclobjtype, acl::text)
  FROM (SELECT DISTINCT d.defaclobjtype, split_part(a::text, '/', 1) AS acl
    FROM pg_default_acl d CROSS JOIN unnest(d.defaclacl) AS a WHERE a::text LIKE 'aisle\\_%') AS granted
  HAVING count(*) > 0`;

async function currentRules(client: pg.ClientBase): Promise<Rules> {
  const { rows } = await client.query<{ name: string; rule: string | null }>(readRules);
  return Object.fromEntries(rows.map(({ name, rule }) => [name, rule ?? '']));
}

const has = async (client: pg.ClientBase, table: string): Promise<boolean> => {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    table,
  ]);
  return rows[0]?.found === true;
};

/** Stores the access rules that the migrations created, so that the next start can compare them. */
export async function rememberAccessRules(client: pg.ClientBase): Promise<void> {
  if (!(await has(client, 'public.access_rules'))) return;
  const rules = JSON.stringify(await currentRules(client));
  await client.query(
    'INSERT INTO access_rules (rules) VALUES ($1) ON CONFLICT (only_row) DO UPDATE SET rules = excluded.rules',
    [rules],
  );
}

/** Returns the tables and functions that lost their access rules since the migrations, or 'roles' if the roles don't exist. */
export async function lostAccessRules(client: pg.ClientBase): Promise<string[]> {
  if (!(await has(client, 'public.schema_migrations'))) return [];
  const { rows } = await client.query<{ migrated: boolean; roles: number }>(
    `SELECT EXISTS (SELECT FROM schema_migrations) AS migrated,
      (SELECT count(*)::int FROM pg_roles WHERE rolname IN (${roleList})) AS roles`,
  );
  if (!rows[0]?.migrated) return [];
  if (rows[0].roles < 2) return ['roles'];
  const current = await currentRules(client);
  const noPolicy = Object.keys(current).filter((name) => /^row security(?!; policy)/.test(current[name]!));
  return [...new Set([...noPolicy, ...(await changedSince(client, current))])];
}

async function changedSince(client: pg.ClientBase, current: Rules): Promise<string[]> {
  if (!(await has(client, 'public.access_rules'))) return [];
  const { rows } = await client.query<{ rules: Rules }>('SELECT rules FROM access_rules');
  const kept = rows[0]?.rules ?? {};
  return Object.keys(kept).filter((name) => current[name] !== kept[name]);
}

const remedy = `Run CREATE ROLE aisle_all; CREATE ROLE aisle_located; CREATE ROLE aisle_key IN ROLE aisle_all; on this server, then pg_restore into a new, empty database (docs/operations.md, "Restore by hand").`;

/** Refuses to start with a database that lost its access rules: stores would see nothing, or each other's orders. */
export async function rejectLostAccess(client: pg.ClientBase): Promise<void> {
  const lost = await lostAccessRules(client);
  if (lost.length === 0) return;
  if (lost[0] === 'roles') {
    throw new StartupProblem(
      `This database was restored where the roles aisle_all and aisle_located don't exist, so its access rules are lost. ${remedy}`,
    );
  }
  const more = lost.length > 3 ? ` and ${lost.length - 3} more` : '';
  throw new StartupProblem(
    `Access rules of this database are missing or changed: ${lost.slice(0, 3).join(', ')}${more}. It was probably restored by hand. ${remedy}`,
  );
}
