import { pluralize } from '@aisle/contract/core/pluralize';
import { lostAccessRules } from '../../core/db/access-rules.ts';
import { existingNames, requiredNames } from '../../core/db/setup/migrate.ts';
import { gateways } from './cards-check.ts';
import { connected } from './connected.ts';
import {
  activeAdmins,
  appliedMigrations,
  newestEntry,
  readLedgers,
  readServerFacts,
  readSorting,
  rolesThatBypass,
} from './doctor.queries.ts';
import { type Check, failure, ok, warning } from './doctor.ts';
import { readQueuesOf, readReaderLagsOf, readTasks } from './monitoring.queries.ts';
import { secrets } from './secrets-check.ts';

const hour = 3_600_000;

const database: Check = async (examined) => {
  const facts = await readServerFacts(connected(examined), examined.now);
  if (facts.readOnly)
    return [
      failure(
        'The database is read-only. Is it a copy that follows another one? Set DATABASE_URL to the primary.',
      ),
    ];
  const isExternal = examined.settings.databaseUrl !== undefined;
  if (isExternal && facts.isSuperuser)
    return [
      warning(
        `PostgreSQL ${facts.version}. The user of DATABASE_URL is a superuser. Use one that only owns the database.`,
      ),
    ];
  return [ok(`PostgreSQL ${facts.version}${isExternal ? '' : ' (embedded)'}`)];
};

const policies: Check = async (examined) => {
  const client = connected(examined);
  const lost = await lostAccessRules(client);
  if (lost[0] === 'roles')
    return [
      failure(
        "The roles aisle_all and aisle_located don't exist. Restore again with them: docs/operations.md, Restore by hand.",
      ),
    ];
  const bypass = await rolesThatBypass(client);
  const found = [];
  if (lost.length > 0)
    found.push(
      failure(
        `Access rules are missing or changed: ${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ` and ${lost.length - 5} more` : ''}. See docs/operations.md, Restore by hand.`,
      ),
    );
  if (bypass.length > 0)
    found.push(
      failure(
        `${bypass.join(', ')} can bypass row-level security. Run ALTER ROLE … NOSUPERUSER NOBYPASSRLS NOCREATEROLE.`,
      ),
    );
  return found.length > 0
    ? found
    : [ok('Roles, policies, rights and triggers are as the migrations made them')];
};

const migrations: Check = async (examined) => {
  const [applied, known, required] = await Promise.all([
    appliedMigrations(connected(examined)),
    existingNames(),
    requiredNames(),
  ]);
  const newer = applied.filter((name) => !known.includes(name));
  const pending = required.filter((name) => !applied.includes(name));
  if (newer.length > 0)
    return [
      failure(`The database was migrated by a newer Aisle (${newer.at(-1)}). Install that version here too.`),
    ];
  if (pending.length > 0)
    return [
      warning(
        `${pending.length} of ${required.length} are pending (${pending[0]}). The next start applies them.`,
      ),
    ];
  return [ok(`All ${required.length} are applied`)];
};

const ledgers: Check = async (examined) => {
  const facts = await readLedgers(connected(examined));
  const found = [];
  if (facts.unbalanced !== 0)
    found.push(failure(`The books are out of balance by ${facts.unbalanced} cents.`));
  if (facts.stock !== 0) found.push(failure(`Stock differs from its movements by ${facts.stock} units.`));
  if (facts.coins !== 0)
    found.push(failure(`Coin balances differ from their entries by ${facts.coins} coins.`));
  if (facts.broken)
    found.push(
      failure(
        `The last nightly comparison found ${facts.broken} wrong rows. Settings > Ledger checks lists them.`,
      ),
    );
  if (found.length > 0) return found;
  if (!facts.lastCheck) return [warning('Sums agree. The nightly comparison has not run yet.')];
  const age = examined.now.getTime() - facts.lastCheck.getTime();
  if (age > 48 * hour)
    return [
      warning(
        `Sums agree, but the nightly comparison last ran ${facts.lastCheck.toISOString()}. Is a server running at night?`,
      ),
    ];
  return [ok(`Sums agree; compared row by row ${facts.lastCheck.toISOString()}`)];
};

const clock: Check = async (examined) => {
  const client = connected(examined);
  const [{ ahead }, newest] = [await readServerFacts(client, new Date()), await newestEntry(client)];
  const seconds = Math.round(Math.abs(ahead));
  if (seconds > 30)
    return [
      failure(`This machine and the database are ${seconds} s apart. Let both follow a time server (NTP).`),
    ];
  if (newest && newest.getTime() > examined.now.getTime() + 5 * 60_000)
    return [
      failure(
        `The newest audit entry has a future timestamp (${newest.toISOString()}): the clock was set back. See docs/operations.md, The clock was wrong.`,
      ),
    ];
  return [
    seconds > 2
      ? warning(`This machine and the database are ${seconds} s apart. Let both follow a time server (NTP).`)
      : ok('This machine and the database agree'),
  ];
};

const queues: Check = async (examined) => {
  const client = connected(examined);
  const tasks = await readTasks(client);
  const found = [];
  if (tasks.oldest > 900)
    found.push(
      failure(
        `A task has been due for ${Math.round(tasks.oldest / 60)} minutes. Is a server running? Else see docs/operations.md, A job is stuck.`,
      ),
    );
  if (tasks.failed > 0)
    found.push(
      warning(`${pluralize(tasks.failed, 'task')} failed within a day. The log has an error line for each.`),
    );
  const { outboxOldest, outboxAbandoned, webhooksDead, webhookEndpointsFailing } = await readQueuesOf(client);
  if (outboxOldest > 3600)
    found.push(
      warning(
        `A message has been waiting for ${Math.round(outboxOldest / 60)} minutes. See docs/operations.md, Email is stuck.`,
      ),
    );
  if (outboxAbandoned > 0)
    found.push(
      warning(`Given up after 20 attempts: ${pluralize(outboxAbandoned, 'message')} of the last week.`),
    );
  if (webhookEndpointsFailing > 0)
    found.push(
      warning(
        `Not accepting deliveries: ${pluralize(webhookEndpointsFailing, 'webhook endpoint')}. Settings > Webhooks shows the answers.`,
      ),
    );
  if (webhooksDead > 0)
    found.push(
      warning(
        `Given up: ${pluralize(webhooksDead, 'webhook delivery', 'webhook deliveries')} of the last week. Send again in Settings > Webhooks.`,
      ),
    );
  return found.length > 0 ? found : [ok('Jobs, messages and webhooks are worked off')];
};

/** A server reads its new changes within seconds, and those of other servers within half a minute. */
const maxLagSeconds = 300;
const changes: Check = async (examined) => {
  const lags = await readReaderLagsOf(connected(examined));
  const late = lags.filter(({ lag }) => lag > maxLagSeconds);
  if (late.length === 0) return [ok('All readers of the change log are up to date')];
  return late.map(({ reader, lag }) =>
    warning(
      `The reader ${reader} of the change log is ${Math.round(lag / 60)} minutes behind. Is a server running? A long transaction also delays it.`,
    ),
  );
};

const admins: Check = async (examined) => {
  const count = await activeAdmins(connected(examined));
  if (count === 0)
    return [failure('No administrator can sign in. See docs/operations.md, No administrator can sign in.')];
  return [
    count === 1
      ? warning('There is one administrator. Add a second, who can help when the first is locked out.')
      : ok(`${count} administrators can sign in`),
  ];
};

/** Checks of the database. */
/** Indexes keep the sort order of the ICU version that built them. With another version, lists could skip or repeat rows. */
const sorting: Check = async (examined) => {
  const facts = await readSorting(connected(examined));
  if (!facts) return [failure('The collation aisle_names is missing. Start the server once: it migrates.')];
  const { recorded, actual, indexes } = facts;
  if (recorded === null || recorded === actual) return [ok(`Names are sorted by ICU ${actual ?? ''}`.trim())];
  const commands = indexes.map((index) => `REINDEX INDEX CONCURRENTLY ${index};`);
  return [
    failure(
      `Indexes of names were made with ICU ${recorded}, and the server has ${actual}: lists can skip or repeat rows. Run as the owner of the database, with psql: ${commands.join(' ')} ALTER COLLATION aisle_names REFRESH VERSION;`,
    ),
  ];
};

export const databaseChecks = {
  database,
  policies,
  migrations,
  secrets,
  ledgers,
  clock,
  queues,
  gateways,
  changes,
  sorting,
  admins,
} as const;
