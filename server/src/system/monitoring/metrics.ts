import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { type Database, system, transaction } from '../../core/db/db.ts';
import { existingNames, requiredNames } from '../../core/db/setup/migrate.ts';
import type { Measured } from '../../core/http/health.ts';
import { serverVersion } from '../../core/http/version.ts';
import type { Settings } from '../../core/settings.ts';
import { backupAge, scheduledBackups } from '../backups/schedule.ts';
import { backupFolder } from '../backups/shelf.ts';
import {
  type Queues,
  readQueues,
  readReaderLags,
  readSchema,
  readTasks,
  type Tasks,
} from './monitoring.queries.ts';

interface Watched {
  db: Database;
  settings: Settings;
  /** The job runner's pool, while it runs. */
  jobs: { readonly pool: pg.Pool | undefined };
  /** Requests waiting for a connection of their quota. */
  shares: { readonly waiting: number };
  streams: { readonly open: number };
}

/** Metrics for operators besides requests; docs/operations.md explains each of them. */
export function metricsOf(watched: Watched): Measured[] {
  return [
    // Comes first, before other readings take connections.
    ...connectionMetrics(watched),
    ...replicaMetrics(watched.db),
    ...queueMetrics(watched.db),
    ...backupMetrics(watched.settings),
    ...versionMetrics(watched.db),
    ...sizeMetrics(watched.settings),
  ];
}

/** All metrics of a scrape share one reading. */
const cachedMs = 1_000;
function shared<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<Result> | undefined;
  let at = Number.NEGATIVE_INFINITY;
  return () => {
    if (!last || performance.now() - at > cachedMs) {
      last = read();
      at = performance.now();
    }
    return last;
  };
}

function queueMetrics(db: Database): Measured[] {
  const queues = shared(() => transaction(db, { ...system, readOnly: true }, readQueues));
  const tasks = shared(() => readTasks(db.owner));
  const ofQueues = (name: string, help: string, states: Record<string, keyof Queues>): Measured => ({
    name,
    help,
    labels: ['state'],
    read: async () => {
      const found = await queues();
      return Object.entries(states).map(([state, key]) => ({ labels: { state }, value: found[key] }));
    },
  });
  const one = (name: string, help: string, key: keyof Queues): Measured => ({
    name,
    help,
    read: async () => (await queues())[key],
  });
  const task = (name: string, help: string, key: keyof Tasks): Measured => ({
    name,
    help,
    read: async () => (await tasks())[key],
  });
  return [
    ofQueues('aisle_jobs', 'Jobs that people started, by state; failed ones of the last day', {
      waiting: 'jobsWaiting',
      running: 'jobsRunning',
      failed: 'jobsFailed',
    }),
    task('aisle_tasks_due', 'Tasks that the job runner should have begun', 'due'),
    task('aisle_tasks_oldest_seconds', 'How long the oldest due task has been waiting', 'oldest'),
    task('aisle_tasks_failed', 'Tasks that failed within the last day', 'failed'),
    ofQueues('aisle_outbox', 'Emails, texts and push notifications that have not left, by state', {
      waiting: 'outboxWaiting',
      failing: 'outboxFailing',
      abandoned: 'outboxAbandoned',
    }),
    one('aisle_outbox_oldest_seconds', 'Age of the oldest message that has not left', 'outboxOldest'),
    ofQueues('aisle_webhook_deliveries', 'Webhook deliveries, by state; dead ones of the last week', {
      waiting: 'webhooksWaiting',
      dead: 'webhooksDead',
    }),
    one('aisle_webhook_oldest_seconds', 'Age of the oldest waiting webhook delivery', 'webhooksOldest'),
    one(
      'aisle_webhook_endpoints_failing',
      'Webhook endpoints that do not accept deliveries',
      'webhookEndpointsFailing',
    ),
    {
      name: 'aisle_change_reader_lag_seconds',
      help: 'Age of the oldest change that a reader of the change log has not read',
      labels: ['reader'],
      read: async () => {
        const lags = await transaction(db, { ...system, readOnly: true }, readReaderLags);
        return lags.map(({ reader, lag }) => ({ labels: { reader }, value: lag }));
      },
    },
  ];
}

function connectionMetrics({ db, jobs, shares, streams }: Watched): Measured[] {
  const pools = () =>
    Object.entries({
      owner: db.owner,
      all: db.all,
      locationScope: db.locationScope,
      jobs: jobs.pool,
    }).flatMap(([pool, found]) => (found ? [{ pool, found }] : []));
  return [
    {
      name: 'aisle_pool_connections',
      help: 'Database connections of this server, by pool and state',
      labels: ['pool', 'state'],
      read: async () =>
        pools().flatMap(({ pool, found }) => [
          { labels: { pool, state: 'inUse' }, value: found.totalCount - found.idleCount },
          { labels: { pool, state: 'idle' }, value: found.idleCount },
        ]),
    },
    {
      name: 'aisle_pool_limit',
      help: "Limit of a pool's connections",
      labels: ['pool'],
      read: async () =>
        pools().map(({ pool, found }) => ({ labels: { pool }, value: found.options.max ?? 0 })),
    },
    {
      name: 'aisle_pool_waiting',
      help: 'Who waits for a connection of a pool',
      labels: ['pool'],
      read: async () => pools().map(({ pool, found }) => ({ labels: { pool }, value: found.waitingCount })),
    },
    {
      name: 'aisle_requests_waiting',
      help: 'Requests that wait because their route or address has its share of connections',
      read: async () => shares.waiting,
    },
    { name: 'aisle_event_streams', help: 'Open event streams', read: async () => streams.open },
  ];
}

function replicaMetrics(db: Database): Measured[] {
  return [
    {
      name: 'aisle_copy_lag_seconds',
      help: 'How far the copy in DATABASE_READ_URL is behind; missing while it does not answer',
      read: async () => db.copy?.lagSeconds ?? null,
    },
    {
      name: 'aisle_copy_used',
      help: 'Whether requests read at the copy in DATABASE_READ_URL',
      read: async () => (db.copy ? Number(db.copy.isUsable) : null),
    },
  ];
}

const backupMetrics = (settings: Settings): Measured[] => [
  {
    name: 'aisle_backup_age_seconds',
    help: 'Age of the last good backup of the schedule',
    read: () => backupAge(settings),
  },
  {
    name: 'aisle_backups',
    help: 'Backups of the schedule that are kept',
    read: async () => (settings.backupTo ? (await scheduledBackups(settings)).length : null),
  },
  {
    name: 'aisle_backup_bytes',
    help: 'Size of the last backup of the schedule',
    read: async () => (await scheduledBackups(settings))[0]?.bytes ?? null,
  },
];

function versionMetrics(db: Database): Measured[] {
  const schema = shared(() => readSchema(db.owner));
  return [
    {
      name: 'aisle_build_info',
      help: 'Always 1: the versions are in the labels',
      labels: ['version', 'node', 'postgres'],
      read: async () => [
        {
          labels: {
            version: serverVersion,
            node: process.versions.node,
            postgres: (await schema()).postgres,
          },
          value: 1,
        },
      ],
    },
    {
      name: 'aisle_migrations',
      help: 'Migrations of the schema: applied, pending, and of a newer version than this one',
      labels: ['state'],
      read: async () => {
        const [{ applied }, known, required] = await Promise.all([
          schema(),
          existingNames(),
          requiredNames(),
        ]);
        return [
          { labels: { state: 'applied' }, value: applied.length },
          { labels: { state: 'pending' }, value: required.filter((name) => !applied.includes(name)).length },
          { labels: { state: 'newer' }, value: applied.filter((name) => !known.includes(name)).length },
        ];
      },
    },
    {
      name: 'aisle_database_bytes',
      help: 'Size of the database on its disk, without its log of changes',
      read: async () => (await schema()).bytes,
    },
  ];
}

const sizeMetrics = (settings: Settings): Measured[] => [
  {
    name: 'aisle_disk_free_bytes',
    help: 'Free space where DATA_DIR and BACKUP_TO are',
    labels: ['folder'],
    read: async () => {
      const places = { data: settings.dataDir, backups: backupFolder(settings) };
      const found = await Promise.all(
        Object.entries(places).map(async ([folder, place]) => {
          const room = place && (await statfs(place).catch(() => undefined));
          return room ? [{ labels: { folder }, value: room.bavail * room.bsize }] : [];
        }),
      );
      return found.flat();
    },
  },
];
