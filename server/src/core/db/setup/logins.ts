import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import pg from 'pg';

export const loginRoles = ['aisle_all', 'aisle_located', 'aisle_key'] as const;
export type LoginRole = (typeof loginRoles)[number];

/**
 * Returns the logins by which the server connects as a member of each role, without owning anything. Creates missing members.
 * Their passwords derive from the owner's, so that every server of an installation can compute them without storing them.
 */
export async function ensureLogins(
  owner: pg.Pool,
  config: pg.PoolConfig,
  through: pg.PoolConfig = config,
): Promise<Record<LoginRole, pg.PoolConfig>> {
  const [direct, base] = [addressOf(config), addressOf(through)];
  const password = passwordOf(config);
  const { rows } = await owner.query<Owner>(
    'SELECT current_user AS name, quote_ident(current_user) AS quoted',
  );
  const me = rows[0]!;
  const suffix = createHash('sha256').update(me.name).digest('hex').slice(0, 8);
  const logins = {} as Record<LoginRole, pg.PoolConfig>;
  for (const role of loginRoles) {
    const user = `${role}_${suffix}`;
    const secret = password && createHmac('sha256', password).update(user).digest('base64url');
    logins[role] = { ...base, user, password: secret };
    await makeLogin(owner, me, role, `${user} LOGIN${secret ? ` PASSWORD '${secret}'` : ''}`);
    // Updates the password if the owner's changed since the login was created. Checked with a direct connection, since a pooler
    // may reject logins for other reasons.
    if (secret && !(await isLetIn({ ...direct, user, password: secret })))
      await owner.query(`ALTER ROLE ${user} PASSWORD '${secret}'`);
  }
  return logins;
}

/** Splits a connection string into its parts. */
export function addressOf({ connectionString, ...rest }: pg.PoolConfig): pg.PoolConfig {
  return connectionString === undefined ? rest : { ...rest, ...partsOf(connectionString) };
}

interface Owner {
  name: string;
  quoted: string;
}

async function makeLogin(owner: pg.Pool, me: Owner, role: LoginRole, login: string): Promise<void> {
  try {
    await owner.query(`DO $$ BEGIN CREATE ROLE ${login} IN ROLE ${role};
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
  } catch (error) {
    if ((error as { code?: string }).code !== notAllowed) throw error;
    throw new StartupProblem(
      `The role ${role} on this server was created by another user, and the user of DATABASE_URL can't grant it. Ask an administrator to run GRANT aisle_all, aisle_located, aisle_key TO ${me.quoted} WITH ADMIN OPTION.`,
    );
  }
}

async function isLetIn(login: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client(login);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === wrongPassword) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
const notAllowed = '42501';
const wrongPassword = '28P01';

function passwordOf(config: pg.PoolConfig): string | undefined {
  if (config.connectionString)
    return decodeURIComponent(new URL(config.connectionString).password) || undefined;
  return typeof config.password === 'string' ? config.password : undefined;
}

function partsOf(connectionString: string): pg.PoolConfig {
  const url = new URL(connectionString);
  const ssl = url.searchParams.get('sslmode');
  return {
    host: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    port: Number(url.port || 5432),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(ssl && ssl !== 'disable' && { ssl: tlsOf(ssl, url.searchParams.get('sslrootcert')) }),
  };
}

/** Every mode that requires TLS verifies the certificate, as for the owner's connections. */
function tlsOf(mode: string, authority: string | null) {
  return {
    rejectUnauthorized: mode !== 'no-verify',
    ...(authority && { ca: readFileSync(authority, 'utf8') }),
  };
}
