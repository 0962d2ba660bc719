import type pg from 'pg';

/**
 * All objects of a schema, one line per object in a stable order: two databases have the same schema if their lines are the
 * same. Columns are sorted by name, because a patch adds a column at the end of its table. Includes only Aisle's two schemas;
 * the job runner has its own.
 */
export async function catalogOf(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(catalog);
  return rows.map(({ line }) => line);
}

const ours = `n.nspname IN ('public', 'located')`;
const notFromExtension = (oid: string) =>
  `NOT EXISTS (SELECT FROM pg_depend e WHERE e.objid = ${oid} AND e.deptype = 'e')`;
/** The record of applied files differs on purpose. */
const isSchemaRecord = `c.relname IN ('schema_migrations', 'schema_functions', 'access_rules')`;
/** Grants in a stable order, without the name of the role that owns the database. */
const grants = (acl: string, owner: string) => `(
  SELECT string_agg(coalesce(nullif(g.grantee, 0)::regrole::text, 'PUBLIC') || ':' || g.privilege_type, ','
    ORDER BY g.grantee::regrole::text, g.privilege_type)
  FROM aclexplode(${acl}) g WHERE g.grantee <> ${owner})`;

const catalog = `
  WITH relations AS (
    SELECT c.*, n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${ours} AND NOT (${isSchemaRecord}) AND ${notFromExtension('c.oid')}
  ), lines AS (
    SELECT concat_ws(' ', 'extension', extname) AS line FROM pg_extension
    UNION ALL
    SELECT concat_ws(' ', 'schema', n.nspname, ${grants('n.nspacl', 'n.nspowner')}) FROM pg_namespace n WHERE ${ours}
    UNION ALL
    SELECT concat_ws(' ', 'rights on new', d.defaclobjtype::text, coalesce(nullif(d.defaclnamespace, 0)::regnamespace::text, 'anywhere'),
      ${grants('d.defaclacl', 'd.defaclrole')}) FROM pg_default_acl d
    UNION ALL
    SELECT concat_ws(' ', 'relation', c.name, c.relkind::text, c.relpersistence::text, c.relrowsecurity, c.relforcerowsecurity,
      c.relreplident::text, c.reloptions::text, ${grants('c.relacl', 'c.relowner')})
    FROM relations c WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S')
    UNION ALL
    SELECT concat_ws(' ', 'view', c.name, pg_get_viewdef(c.oid)) FROM relations c WHERE c.relkind IN ('v', 'm')
    UNION ALL
    SELECT concat_ws(' ', 'sequence', c.name, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache,
      s.seqcycle) FROM relations c JOIN pg_sequence s ON s.seqrelid = c.oid
    UNION ALL
    SELECT concat_ws(' ', 'column', c.name, a.attname, format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN 'not null' END, 'identity:' || a.attidentity::text, 'generated:' || a.attgenerated::text,
      pg_get_expr(d.adbin, d.adrelid), (SELECT collname FROM pg_collation l WHERE l.oid = a.attcollation),
      CASE WHEN a.attstorage <> t.typstorage THEN 'storage:' || a.attstorage::text END,
      'statistics:' || nullif(a.attstattarget, -1), ${grants('a.attacl', 'c.relowner')})
    FROM relations c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'p', 'v', 'm')
    UNION ALL
    SELECT concat_ws(' ', 'constraint', c.name, k.conname, pg_get_constraintdef(k.oid), k.convalidated)
    FROM relations c JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype <> 'n'
    UNION ALL
    SELECT concat_ws(' ', 'index', c.name, pg_get_indexdef(i.indexrelid)) FROM relations c JOIN pg_index i ON i.indexrelid = c.oid
    UNION ALL
    SELECT concat_ws(' ', 'statistics', c.name, pg_get_statisticsobjdef(s.oid)) FROM relations c JOIN pg_statistic_ext s ON s.stxrelid = c.oid
    UNION ALL
    SELECT concat_ws(' ', 'trigger', c.name, t.tgenabled::text, pg_get_triggerdef(t.oid))
    FROM relations c JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal
    UNION ALL
    SELECT concat_ws(' ', 'policy', c.name, p.polname, p.polcmd::text, p.polpermissive,
      (SELECT string_agg(r.rolname, ',' ORDER BY r.rolname) FROM pg_roles r WHERE r.oid = ANY (p.polroles)),
      pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
    FROM relations c JOIN pg_policy p ON p.polrelid = c.oid
    UNION ALL
    SELECT concat_ws(' ', 'function', pg_get_functiondef(p.oid), coalesce(${grants('p.proacl', 'p.proowner')}, 'everyone'))
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE ${ours} AND p.prokind IN ('f', 'p') AND ${notFromExtension('p.oid')}
    UNION ALL
    SELECT concat_ws(' ', 'type', t.typname, t.typtype::text, pg_catalog.format_type(t.typbasetype, t.typtypmod))
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE ${ours} AND t.typtype IN ('d', 'e', 'r')
    UNION ALL
    SELECT concat_ws(' ', 'collation', l.collname, l.collprovider::text, l.collisdeterministic,
      coalesce(to_jsonb(l) ->> 'colllocale', to_jsonb(l) ->> 'colliculocale'))
    FROM pg_collation l JOIN pg_namespace n ON n.oid = l.collnamespace WHERE ${ours}
    UNION ALL
    SELECT concat_ws(' ', 'publication', p.pubname) FROM pg_publication p
  )
  SELECT line FROM lines ORDER BY line COLLATE "C"`;
