import { stringify } from 'csv-stringify/sync';
import { strToU8, zipSync } from 'fflate';
import { audit } from '../../core/audit.ts';
import type { Tx } from '../../core/db/db.ts';
import { neutral } from '../../core/files/spreadsheet-text.ts';
import { type Actor, idOf } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { mustFind, problem } from '../../core/problem.ts';
import { copyCustomers } from '../../system/erasure/copying.ts';
import { insertExportFile } from '../../system/exports/exports.queries.ts';
import type { JobWork } from '../../system/jobs/job-run.ts';
import { startJob } from '../../system/jobs/jobs.service.ts';
import { readSections, type Sections } from './customer-export.queries.ts';
import { findCustomerStates } from './duplicates/merge.queries.ts';
import { findPerson } from './erasure/erase.queries.ts';

/** Starts the job that exports all data of a customer. */
export async function startCustomerExport(tx: Tx, actor: Actor, id: string): Promise<{ jobId: string }> {
  const states = await findCustomerStates(tx, [id]);
  const customer = mustFind(states.get(id), 'Customer');
  if (customer.erasedAt) throw problem('customers.erased');
  const jobId = await startJob(tx, actor, {
    kind: 'customerTakeOut',
    title: 'Exporting the data of a customer',
    permission: 'customer_edit',
    input: { customerId: customer.mergedInto ?? id },
  });
  await audit(tx, actor, { action: 'takeOut', resource: 'customers', recordId: id });
  return { jobId };
}

/** Writes one archive: everything as JSON, and each section as CSV. */
export const exportCustomer: JobWork = async (run) => {
  const { customerId } = run.input as { customerId: string };
  const { storage } = run.services;
  const file = {
    name: `Customer data ${new Date().toISOString().slice(0, 10)}.zip`,
    mime: 'application/zip',
    createdBy: idOf(run.actor),
  };
  const { key, rows } = await copyCustomers(run.inTransaction, {
    make: async () => {
      const sections = await run.inTransaction((tx) => readCustomer(tx, customerId));
      const id = newId();
      const key = `exports/${id}.zip`;
      await storage.put(key, archive(sections));
      return { id, key, rows: Object.values(sections).reduce((sum, section) => sum + section.length, 0) };
    },
    keep: async (tx, { id, key, rows }) => {
      await insertExportFile(tx, { id, key, ...file });
      return { key, rows };
    },
    drop: ({ key }) => storage.remove(key),
  });
  await run.progress(rows, rows);
  return { data: { rows }, files: [{ key, name: file.name }] };
};

async function readCustomer(tx: Tx, id: string): Promise<Sections> {
  if ((await findCustomerStates(tx, [id])).get(id)?.erasedAt) throw problem('customers.erased');
  return readSections(tx, await findPerson(tx, id));
}

function archive(sections: Sections): Uint8Array {
  const tables = Object.entries(sections).filter(([, rows]) => rows.length > 0);
  return zipSync({
    'customer.json': strToU8(JSON.stringify(sections, null, 2)),
    ...Object.fromEntries(tables.map(([name, rows]) => [`${name}.csv`, strToU8(csv(rows))])),
  });
}

function csv(rows: readonly Record<string, unknown>[]): string {
  const columns = Object.keys(rows[0]!);
  return stringify([columns, ...rows.map((row) => columns.map((column) => cell(row[column])))], {
    bom: true,
  });
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string'
    ? neutral(value)
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}
