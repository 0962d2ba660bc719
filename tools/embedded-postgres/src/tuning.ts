import os from 'node:os';

/** For a small machine that PostgreSQL shares with the server; sizes grow with the available memory. */
export function tuning(): Record<string, string> {
  const memoryMb = Math.floor(os.totalmem() / 2 ** 20);
  return {
    max_connections: '60',
    shared_buffers: `${Math.max(64, Math.min(1024, Math.floor(memoryMb / 8)))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(memoryMb / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${Math.max(64, Math.min(256, Math.floor(memoryMb / 16)))}MB`,
    // For solid-state disks, and for short statements that compilation would only slow down.
    random_page_cost: '1.1',
    jit: 'off',
    synchronous_commit: 'on',
    // Compressing the first image of a page after a checkpoint took a quarter of the time of an order step.
    wal_compression: 'off',
    // Large enough for an import, small enough to be replayed within seconds after a power failure.
    max_wal_size: '1GB',
    checkpoint_timeout: '5min',
    // Lists rely on the visibility map for counting, and the busy tables change all day.
    autovacuum_naptime: '15s',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_vacuum_insert_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.03',
    autovacuum_vacuum_cost_limit: '1000',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // The detail of an error quotes rows, which contain personal data of customers.
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
    log_checkpoints: 'off',
  };
}
