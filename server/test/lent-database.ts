import { type Database, openDatabase } from '../src/core/db/db.ts';
import { freshDatabase } from './database.ts';
import { copyOf, readAtCopy } from './late-copy.ts';

/**
 * A database for one test file, empty except for what the migrations insert. Files of a process have the same one after
 * the other: to make and drop one, and to begin on connections that know nothing yet, took as much of PostgreSQL's
 * processor time as all the tests.
 */
export interface LentDatabase {
  db: Database;
  url: string;
  /** Puts its rows back for the next file. */
  giveBack: () => Promise<void>;
}
interface Made {
  db: Database;
  url: string;
  drop: () => Promise<void>;
}

/** Whether its tables grow by thousands of rows, and whether no other file may have it: see openShop. */
interface Wanted {
  isLarge?: boolean;
  isOwn?: boolean;
}

let free: Made | undefined;

export async function lendDatabase({ isLarge, isOwn = isLarge }: Wanted = {}): Promise<LentDatabase> {
  const made = (!isOwn && free) || (await make({ isLarge, isOwn }));
  if (made === free) free = undefined;
  return { db: made.db, url: made.url, giveBack: () => (isOwn ? drop(made) : giveBack(made)) };
}

async function make({ isLarge, isOwn }: Wanted): Promise<Made> {
  const database = await freshDatabase({ isLarge });
  const db = await openDatabase({ connectionString: database.url }, 8, copyOf(database.url));
  await readAtCopy(db);
  if (!isOwn) {
    await db.owner.query(noteAll);
    await db.owner.query('UPDATE test_rows.state SET noted = test_rows.catalogs()');
  }
  return { db, url: database.url, drop: database.drop };
}

/** One is kept; where a file had two at once, or left more behind than rows, the database is dropped. */
async function giveBack(made: Made): Promise<void> {
  const isPutBack = free === undefined && (await putBack(made));
  if (isPutBack) free = made;
  else await drop(made);
}

async function putBack({ db }: Made): Promise<boolean> {
  const { rows } = await db.owner
    .query<{ isPutBack: boolean }>('SELECT test_rows.put_back() AS "isPutBack"')
    // A transaction that a test left open holds its rows.
    .catch(() => ({ rows: [] }));
  return rows[0]?.isPutBack === true;
}

async function drop({ db, drop }: Made): Promise<void> {
  await db.close();
  await drop();
}

/**
 * Notes the rows that are there, where sequences are, and the newest rows of the catalogs, which tell whether a test has
 * changed more than rows. Rows are deleted instead of truncated: connections keep what they know of the tables.
 */
const noteAll = `
  CREATE SCHEMA test_rows;
  CREATE FUNCTION test_rows.catalogs() RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(format('%s %s', rows, newest), ',' ORDER BY name) FROM (
      SELECT 1 AS name, count(*) AS rows, max(xmin::text::bigint) AS newest FROM pg_class WHERE relpersistence <> 't'
      UNION ALL SELECT 2, count(*), max(xmin::text::bigint) FROM pg_proc
      UNION ALL SELECT 3, count(*), max(xmin::text::bigint) FROM pg_trigger
      UNION ALL SELECT 4, count(*), max(xmin::text::bigint) FROM pg_policy
      UNION ALL SELECT 5, count(*), max(xmin::text::bigint) FROM pg_constraint
      UNION ALL SELECT 6, count(*), max(xmin::text::bigint) FROM pg_namespace
    ) states
  $$;
  DO $$ DECLARE filled record; BEGIN
    FOR filled IN SELECT c.oid::regclass AS name, format('%s_%s', nspname, relname) AS noted
      FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE relkind = 'r' AND nspname IN ('public', 'graphile_worker') AND pg_relation_size(c.oid) > 0
    LOOP
      EXECUTE format('CREATE TABLE test_rows.%I AS TABLE %s', filled.noted, filled.name);
    END LOOP;
  END $$;
  CREATE TABLE test_rows.sequences AS
    SELECT schemaname, sequencename, start_value, last_value FROM pg_sequences;
  CREATE FUNCTION test_rows.put_back() RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE touched record; BEGIN
    IF test_rows.catalogs() <> (SELECT noted FROM test_rows.state) THEN RETURN false; END IF;
    SET LOCAL lock_timeout = '1s';
    -- No trigger and no reference keeps a row.
    SET LOCAL session_replication_role = replica;
    FOR touched IN SELECT c.oid, c.oid::regclass AS name, noted.oid::regclass AS noted
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_class noted ON noted.relnamespace = 'test_rows'::regnamespace
        AND noted.relname = format('%s_%s', nspname, c.relname)
      WHERE c.relkind = 'r' AND nspname IN ('public', 'graphile_worker') AND pg_relation_size(c.oid) > 0
    LOOP
      EXECUTE format('DELETE FROM %s', touched.name);
      CONTINUE WHEN touched.noted IS NULL;
      EXECUTE format('INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM %3$s', touched.name,
        (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
          WHERE attrelid = touched.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''), touched.noted);
    END LOOP;
    PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass,
        coalesce(was.last_value, was.start_value), was.last_value IS NOT NULL)
      FROM pg_sequences now JOIN test_rows.sequences was USING (schemaname, sequencename)
      WHERE now.last_value IS DISTINCT FROM was.last_value;
    RETURN true;
  END $$;
  CREATE TABLE test_rows.state (noted text NOT NULL);
  INSERT INTO test_rows.state VALUES ('');
`;
