import { formatMoney } from '@aisle/contract/core/money';
import type { ErasePlan } from '@aisle/contract/service/customer-care';
import { recordChange } from '../../../core/changes/record-change.ts';
import type { Context } from '../../../core/context.ts';
import { afterCommit, type Tx } from '../../../core/db/db.ts';
import { erasedName, type Person } from '../../../core/personal-data.ts';
import { mustFind, problem } from '../../../core/problem.ts';
import type { Services } from '../../../core/services.ts';
import { forfeitCredit } from '../../../customers/credits/credits.service.ts';
import { blankNames, findTraces } from '../../../customers/customers/personal-data.queries.ts';
import { mustBeConfirmed } from '../../../system/auth/confirmation.ts';
import {
  blankAudit,
  blankEvents,
  blankMailsTo,
  deleteExports,
  deleteFiles,
  deleteUnsynced,
  idsOf,
  sweepTraces,
} from '../../../system/erasure/erasure.queries.ts';
import { beginErasure } from '../../../system/erasure/erasures.queries.ts';
import { patternsOf } from '../../../system/erasure/patterns.ts';
import type { Exportable } from '../../../system/exports/exportable.ts';
import { clearOutbox } from '../../../system/mails/forget-outbox.ts';
import { findCustomerStates, lockCustomers } from '../duplicates/merge.queries.ts';
import { personalData } from '../personal-data.ts';
import { countSections, findOpenWork, findPerson } from './erase.queries.ts';

/** The records that an erasure keeps, and the reasons. */
const stays = [
  {
    what: 'Orders, invoices, payments, refunds and subscriptions',
    why: 'Books and taxes need their figures. They no longer say whose they were.',
  },
  { what: 'Coins and store credit', why: 'The books owe what they were worth.' },
  {
    what: 'Entries of the audit log',
    why: 'Who changed a record and when stays. What it said about the person is blanked.',
  },
  {
    what: 'Backups',
    why: 'They keep the person until they are rotated. After restoring one, erase the person again.',
  },
  {
    what: 'Emails, files and messages that were already sent or downloaded',
    why: 'They are no longer in this system.',
  },
];

interface ErasureOptions {
  dryRun?: boolean | undefined;
  /** Store credit of the person may be lost. */
  forfeit?: boolean | undefined;
  exports: readonly Exportable[];
}
/** Erases a person permanently. Orders and books keep their amounts, but nothing identifies the person. */
export async function eraseCustomer(
  { tx, actor, services }: Context,
  id: string,
  { dryRun = false, forfeit = false, exports }: ErasureOptions,
): Promise<ErasePlan> {
  if (!dryRun) {
    await mustBeConfirmed(tx, actor);
    await beginErasure(tx);
  }
  const states = await (dryRun ? findCustomerStates : lockCustomers)(tx, [id]);
  const customer = mustFind(states.get(id), 'Customer');
  if (customer.erasedAt) throw problem('customers.erased');
  if (customer.mergedInto) {
    throw problem('customers.merged', { name: customer.name, customerId: customer.mergedInto });
  }
  const person = await findPerson(tx, id);
  const open = await findOpenWork(tx, person);
  const erased = await countSections(tx, person);
  const { name, storeCredit } = customer;
  if (dryRun) return { dryRun, name, erased, stays, open, storeCredit };
  if (open.length > 0) {
    throw problem('customers.open-work', { numbers: open.map(({ number }) => number).join(', ') });
  }

  if (storeCredit > 0) {
    if (!forfeit) throw problem('customers.has-balance', { name, balance: formatMoney(storeCredit) });
    await forfeitCredit(tx, actor, { id, balance: storeCredit });
  }
  const blanked = await erase(tx, services, person, exports);
  await recordChange(tx, actor, {
    action: 'erase',
    resource: 'customers',
    recordId: id,
    after: { _id: id, auditEntriesBlanked: blanked, alsoErased: person.ids.slice(1) },
  });
  return { dryRun, name: erasedName, erased, stays, open, storeCredit };
}

/** Returns the number of blanked audit entries. */
async function erase(
  tx: Tx,
  { storage, settings }: Services,
  person: Person,
  exports: readonly Exportable[],
): Promise<number> {
  const traces = await findTraces(tx, person);
  await blankNames(tx, person, traces.names);
  const records: string[] = [];
  let blanked = 0;
  for (const { audited = {} } of personalData) {
    for (const [resource, ids] of Object.entries(audited)) {
      records.push(...(await idsOf(tx, ids(person))));
      blanked += await blankAudit(tx, resource, ids(person));
    }
  }
  const fileIds: string[] = [];
  for (const one of personalData) fileIds.push(...(await one.erase(tx, person)));
  await blankEvents(tx, records, person.ids);
  await blankMailsTo(tx, traces.emails);
  const patterns = patternsOf(traces);
  await sweepTraces(tx, patterns);
  await deleteUnsynced(tx, records, patterns);
  const files = await deleteFiles(tx, fileIds);
  const kept = exports.filter(({ withoutCustomers }) => withoutCustomers);
  const written = await deleteExports(
    tx,
    kept.map(({ title }) => title),
  );
  const keys = [...written, ...files.flatMap(keysOf)];
  // Files that can't be removed now are unreachable, because their rows are gone.
  afterCommit(tx, () => Promise.allSettled(keys.map((key) => storage.remove(key))));
  afterCommit(tx, () => clearOutbox(settings, patterns));
  return blanked;
}

const keysOf = ({ key, kind }: { key: string; kind: string }): string[] =>
  kind === 'image' || kind === 'photo'
    ? ['small', 'medium', 'large'].map((size) => `${key}/${size}.webp`)
    : [key];
