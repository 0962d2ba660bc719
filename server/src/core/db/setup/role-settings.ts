import pg from 'pg';

/** Parses '-c timezone=UTC -c jit=off' into settings by name. */
const settingsIn = (options: string): [name: string, value: string][] =>
  [...options.matchAll(/-c ([\w.]+)=(\S+)/g)].map(([, name, value]) => [name!, value!]);

/** Sets a role's default settings in this database, because a pooler doesn't pass on the settings of connections. */
export async function setForRole(owner: pg.Pool, role: string, options: string): Promise<void> {
  const { rows } = await owner.query<{ config: string[]; database: string; role: string }>(
    `SELECT current_database() AS database, r.rolname AS role, coalesce(s.setconfig, '{}') AS config
     FROM pg_roles r LEFT JOIN pg_db_role_setting s ON s.setrole = r.oid
       AND s.setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
     WHERE r.rolname = ${role === 'current_user' ? role : pg.escapeLiteral(role)}`,
  );
  const { database, role: name, config } = rows[0]!;
  const where = `ALTER ROLE ${pg.escapeIdentifier(name)} IN DATABASE ${pg.escapeIdentifier(database)}`;
  for (const [setting, value] of settingsIn(options)) {
    if (config.some((line) => line.replaceAll(/["\s]/g, '') === `${setting}=${value}`)) continue;
    const values = value.split(',').map((one) => pg.escapeLiteral(one));
    await owner.query(`${where} SET ${setting} = ${values.join(', ')}`);
  }
}
