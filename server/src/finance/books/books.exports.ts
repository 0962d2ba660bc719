import { ledgerAccountWords } from '@aisle/contract/finance/account-labels';
import {
  type BookEntry,
  bookRoutes,
  entryPartLabels,
  journalKindLabels,
} from '@aisle/contract/finance/books';
import { day, money, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const bookExports = {
  bookEntries: exportOf<BookEntry>({ title: 'Ledger entries', route: bookRoutes.entries }, [
    day('Date', (entry) => entry.day),
    // The entries of an earlier journal are only grouped by its ID.
    text('Journal', (entry) => entry.journalNumber ?? entry.journalId),
    text('Type', (entry) => journalKindLabels[entry.kind]),
    text('Account', (entry) => ledgerAccountWords[entry.account].label),
    text('Account code', (entry) => entry.code),
    text('Part', (entry) => entryPartLabels[entry.part] ?? entry.part),
    money('Debit', (entry) => (entry.amount > 0 ? entry.amount : null)),
    money('Credit', (entry) => (entry.amount < 0 ? -entry.amount : null)),
    text('Location', (entry) => entry.location.name),
    text('Order', (entry) => entry.order?.number),
    text('Statement', (entry) => entry.statement?.number),
    text('Claim', (entry) => entry.vendorClaim?.number),
  ]),
};
